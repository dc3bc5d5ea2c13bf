import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { createDatabase, findTool, startPostgres, startProcess } from "@mintwright/test-harness";
import { startBrowser } from "../tests/dashboard/browser.ts";
import { startDashboard } from "../tests/dashboard/dashboard-installation.ts";
import { measureScrolling } from "../tests/dashboard/longest-task.ts";
import { plantGallery } from "../tests/dashboard/planted-gallery.ts";
import { signUpWithCredits } from "../tests/dashboard/visitor.ts";
import { median, print, printFigure, printRounds } from "./measure.ts";

// The longest task of the page while a user scrolls through a gallery of 10,000 tokens, from the first row to the last.
// A bare page of the same height is scrolled in the same browser in alternating rounds, which measures the machine
// itself. BENCH_TOKENS and BENCH_ROUNDS set a short run.

const tokens = Number(process.env.BENCH_TOKENS ?? 10_000);
const rounds = Number(process.env.BENCH_ROUNDS ?? 5);
const images = 24;
/** Half a screen every frame or two, as when a user drags the scroll bar. */
const scroll = { stepInPixels: 450, pauseInMs: 16 };

const chromium = findTool({ variable: "CHROMIUM", purpose: "the gallery in a real browser" });
if (!chromium) throw new Error("Set CHROMIUM to the browser's executable.");
const postgres = await startPostgres();
const folder = mkdtempSync(join(tmpdir(), "mintwright-bench-gallery-"));
const database = await createDatabase(postgres.url);
const settings = { STORAGE_DIRECTORY: folder };
const installation = await startDashboard({ settings, database });
const worker = await startProcess("worker", { DATABASE_URL: database.url, ...settings });
const browser = await startBrowser(chromium);

try {
  const { page, open } = await signUpWithCredits(installation, browser, { credits: 100 });
  const real = await generate();
  await worker.stop();
  const planted = await plantGallery(database, { like: real, amount: tokens });
  const figures = {
    gallery: [] as number[],
    bare: [] as number[],
    work: [] as number[],
    tasks: [] as number[],
  };
  for (let round = 0; round < rounds; round++) {
    await open(`/collections/${planted}`);
    // Ranks are there when every token was read.
    await page.getByText("rank").first().waitFor();
    const height = await page.evaluate<number>("document.documentElement.scrollHeight");
    const load = await measureScrolling(page, scroll);
    if (load.scrolledInPixels < height - 2_000)
      throw new Error(`only ${load.scrolledInPixels} of ${height} pixels`);
    figures.gallery.push(load.longestInMs);
    figures.work.push(load.mostWorkInMs);
    figures.tasks.push(load.longTasks);
    await page.evaluate(`document.body.innerHTML = "<div style='height:${height}px'></div>"`);
    figures.bare.push((await measureScrolling(page, scroll)).longestInMs);
  }
  print(
    `longest task on a bare page of the same height: rounds ${figures.bare.join(" ")} ms (0: none over 50)`,
  );
  print(`tasks over 50 ms in the gallery: rounds ${figures.tasks.join(" ")}`);
  printRounds("most work of one task, without waiting for the machine", figures.work, "ms");
  print(`longest task, ${tokens} tokens: rounds ${figures.gallery.join(" ")} ms`);
  print(`worst of all rounds: ${Math.max(...figures.gallery)} ms`);
  printFigure("gallery_longest_task_ms", median(figures.gallery), "<= 100");

  /** Generates a small collection whose images the planted one shows. */
  async function generate(): Promise<string> {
    const request = {
      walletAddress: "0x70997970C51812dc3A010C7d01b50e0d17dc79C8",
      chainId: 31_337,
      amount: images,
      prompt: "a harbour fox",
      model: "velogen",
      width: 512,
      height: 512,
    };
    const ask = <Answer>(path: string, body?: object) =>
      page.evaluate<Answer>(
        `fetch("/dashboard/api/operations/nft/${path}", ${JSON.stringify(
          body
            ? { method: "POST", headers: { "content-type": "application/json" }, body: JSON.stringify(body) }
            : {},
        )}).then((answer) => answer.json())`,
      );
    const { collectionId } = await ask<{ collectionId: string }>("generate-nft-queue", request);
    for (;;) {
      const { status } = await ask<{ status: string }>(`progress/${collectionId}`);
      if (status === "completed") return collectionId;
      await sleep(500);
    }
  }
} finally {
  await browser.close();
  await worker.stop();
  await installation.stop();
  postgres.stop();
  rmSync(folder, { recursive: true });
}
