import { type ChildProcess, execFile, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { buffer } from "node:stream/consumers";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { findFreePort, findTool } from "@mintwright/test-harness";
import { startSandbox, type TestSandbox } from "mintwright/testing";
import { afterAll, beforeAll, expect, it } from "vitest";
import { drawChat, drawPicture, drawTerminal } from "./pictures.ts";

const run = promisify(execFile);
const python = findTool({ variable: "REQUESTS_PYTHON", purpose: "The notebook" });
const examples = fileURLToPath(new URL("../../examples/", import.meta.url));

let sandbox: TestSandbox;

beforeAll(async () => {
  sandbox = await startSandbox({ logLevel: "silent" });
});

afterAll(() => sandbox?.close());

const start = (folder: string, program: string, environment: Record<string, string>): ChildProcess =>
  spawn(process.execPath, [program], {
    cwd: `${examples}${folder}`,
    env: { PATH: process.env.PATH, MINTWRIGHT_URL: sandbox.url, ...environment },
    stdio: ["ignore", "pipe", "inherit"],
  });

async function stop(child: ChildProcess): Promise<void> {
  child.kill();
  await once(child, "exit");
}

it("the audit gate fails for a severe finding, and passes when none blocks", async () => {
  const gate = (blockOn: string) =>
    run(process.execPath, ["gate.ts"], {
      cwd: `${examples}audit-gate`,
      env: { PATH: process.env.PATH, MINTWRIGHT_URL: sandbox.url, BLOCK_ON: blockOn },
    });
  const failed = await gate("high").catch((error: { code: number; stdout: string }) => error);
  expect(failed).toMatchObject({
    code: 1,
    stdout: expect.stringMatching(/^high +contracts\/Vault\.sol:\d+ Reentrancy/m),
  });
  expect((await gate("none")).stdout).toContain("Findings that block this change: 0");
  await drawTerminal("audit-gate", "npm start", (failed as { stdout: string }).stdout);
});

it("the news widget shows articles, and pays once for many visitors", async () => {
  const port = await findFreePort();
  const server = start("news-widget", "server.ts", { PORT: String(port) });
  try {
    const [line] = await once(server.stdout as NonNullable<typeof server.stdout>, "data");
    expect(String(line)).toContain(`http://localhost:${port}`);
    const read = async () => (await fetch(`http://localhost:${port}/news.json`)).json();
    const articles = (await read()) as { title: string }[];
    expect(articles.length).toBeGreaterThan(0);
    expect(articles[0]?.title).toEqual(expect.any(String));
    const readSpent = async () => {
      const response = await fetch(`${sandbox.url}/credits/balance`);
      return ((await response.json()) as { data: { spent: number } }).data.spent;
    };
    const spent = await readSpent();
    expect(await read()).toEqual(articles);
    expect(await readSpent()).toBe(spent);
    expect(await (await fetch(`http://localhost:${port}/`)).text()).toContain("Crypto news");
    await drawPicture(
      "news-widget",
      (page) => page.goto(`http://localhost:${port}/`, { waitUntil: "networkidle" }),
      "aside",
    );
  } finally {
    await stop(server);
  }
});

it("the Telegram bot sends an image and an answer", async () => {
  const texts = ["/image a fox", "What is a seed phrase?"];
  const sent: { path: string; type: string; body: Buffer }[] = [];
  // Telegram's protocol, as far as the bot speaks it.
  const telegram = createServer(async (request, response) => {
    const url = new URL(request.url ?? "", "http://telegram");
    const body = await buffer(request);
    const type = request.headers["content-type"] ?? "";
    if (!url.pathname.endsWith("/getUpdates")) sent.push({ path: url.pathname, type, body });
    const first = Number(url.searchParams.get("offset") ?? 0);
    const updates = texts.map((text, id) => ({ update_id: id + 1, message: { chat: { id: 7 }, text } }));
    const result = updates.filter(({ update_id }) => update_id >= first);
    setTimeout(() => response.end(JSON.stringify({ ok: true, result })), result.length > 0 ? 0 : 200);
  });
  telegram.listen(0, "127.0.0.1");
  await once(telegram, "listening");
  const address = `http://127.0.0.1:${(telegram.address() as AddressInfo).port}`;
  const bot = start("telegram-bot", "bot.ts", { TELEGRAM_TOKEN: "secret", TELEGRAM_URL: address });
  try {
    await expect
      .poll(() => sent.map(({ path }) => path))
      .toEqual(["/botsecret/sendPhoto", "/botsecret/sendMessage"]);
    expect(sent[0]?.body.includes(Buffer.from([0xff, 0xd8, 0xff]))).toBe(true);
    expect(sent[1]?.body.toString()).toContain("Words from which a wallet derives all its keys.");
    const [photo, answer] = await Promise.all(
      sent.map(({ body, type }) => new Response(body, { headers: { "content-type": type } }).formData()),
    );
    const image = photo?.get("photo");
    if (!(image instanceof Blob)) throw new Error("no photo was sent");
    await drawChat("telegram-bot", [
      { asked: "/image a fox", sent: Buffer.from(await image.arrayBuffer()) },
      { asked: "What is a seed phrase?", sent: String(answer?.get("text")) },
    ]);
  } finally {
    await stop(bot);
    telegram.closeAllConnections();
    telegram.close();
  }
});

it.skipIf(!python)("the notebook counts sentiments and draws the mood, cell by cell", async () => {
  const folder = mkdtempSync(join(tmpdir(), "mintwright-notebook-"));
  try {
    const notebook = JSON.parse(readFileSync(`${examples}notebook/market-mood.ipynb`, "utf8")) as {
      cells: { cell_type: string; source: string[] }[];
    };
    const cells = notebook.cells.filter(({ cell_type }) => cell_type === "code");
    const program = cells.map(({ source }) => source.join("")).join("\n");
    const { stdout } = await run(python as string, ["-c", program], {
      cwd: folder,
      env: { PATH: process.env.PATH, MINTWRIGHT_URL: sandbox.url },
    });
    expect(stdout).toMatch(/^50 articles cost 5 credits\n/);
    expect(stdout).toMatch(/^(positive|neutral|negative) +█+ \d+$/m);
    expect(stdout).toMatch(/^mood\.jpg: a .+ for 1 credit$/m);
    const mood = readFileSync(join(folder, "mood.jpg"));
    expect(mood.subarray(0, 3)).toEqual(Buffer.from([0xff, 0xd8, 0xff]));
    await drawTerminal("notebook", "jupyter execute market-mood.ipynb", stdout, mood);
  } finally {
    rmSync(folder, { recursive: true });
  }
});
