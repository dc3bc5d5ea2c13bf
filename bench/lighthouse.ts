import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import {
  askMintwright,
  createDatabase,
  findFreePort,
  startMailServer,
  startPostgres,
  startProcess,
} from "@mintwright/test-harness";
import lighthouse from "lighthouse";
import { quietFlags } from "../tests/dashboard/browser.ts";
import { median, print, printFigure } from "./measure.ts";

// The built dashboard as Lighthouse sees it with its defaults: a middling phone on a slow network. Each page is
// visited LIGHTHOUSE_ROUNDS times (5), round by round; the figure is the median of the page that does worst.

const rounds = Number(process.env.LIGHTHOUSE_ROUNDS ?? 5);
const pages = ["/sign-in", "/", "/credits", "/keys", "/collections", "/news", "/operator"];
const email = "owner@example.com";
const powers: number[] = [];

const chromium = process.env.CHROMIUM;
if (!chromium) throw new Error("Set CHROMIUM to the browser, such as `command -v chromium` prints it.");
const postgres = await startPostgres();
process.once("exit", () => postgres.stop());
const database = await createDatabase(postgres.url);
const mail = await startMailServer();
const port = await findFreePort();
const origin = `http://127.0.0.1:${port}`;
const environment = { DATABASE_URL: database.url };
const api = await startProcess("api", {
  ...environment,
  PORT: String(port),
  PUBLIC_URL: origin,
  DASHBOARD_SECRET: "a secret of the bench that is long enough",
  SMTP_URL: mail.url,
});
const browser = await startBrowser(chromium);

try {
  const cookie = await signUp();
  const scores = new Map(
    pages.map((page) => [page, { performance: [] as number[], accessibility: [] as number[] }]),
  );
  for (let round = 0; round < rounds; round++) {
    for (const [page, { performance, accessibility }] of scores) {
      const audited = await auditPatiently(page, page === "/sign-in" ? undefined : cookie);
      performance.push(audited.performance);
      accessibility.push(audited.accessibility);
      if (round === 0) print(`${page}: ${audited.weak.join("; ") || "no findings"}`);
    }
  }
  for (const [page, { performance, accessibility }] of scores) {
    const spread = `${Math.min(...performance)} to ${Math.max(...performance)}`;
    print(
      `${page}: performance ${median(performance)} (${spread}), accessibility ${Math.min(...accessibility)}`,
    );
  }
  const power = Math.round(median(powers));
  print(
    `the browser's own measure of this machine: ${power} (a quiet desktop has 1,000 and more; below 500 scores tell of the machine)`,
  );
  const worst = (values: number[]) => Math.min(...values);
  const all = [...scores.values()];
  printFigure("lighthouse_performance", worst(all.map(({ performance }) => median(performance))), ">= 90");
  printFigure("lighthouse_accessibility", worst(all.flatMap(({ accessibility }) => accessibility)), ">= 100");
} finally {
  browser.process.kill();
  await once(browser.process, "exit");
  rmSync(browser.folder, { recursive: true, force: true });
  await api.stop();
  await mail.stop();
  await database.drop();
}

/** On a busy machine the browser sometimes records nothing, which is not a measurement of the page. */
async function auditPatiently(page: string, cookie: string | undefined, left = 3): ReturnType<typeof audit> {
  try {
    return await audit(page, cookie);
  } catch (error) {
    if (left === 0) throw error;
    print(`${page} is measured again: ${(error as Error).message}`);
    return auditPatiently(page, cookie, left - 1);
  }
}

async function audit(page: string, cookie: string | undefined) {
  const url = `${origin}/dashboard${page === "/" ? "" : page}`;
  const result = await lighthouse(url, {
    port: browser.port,
    logLevel: "silent",
    output: "json",
    onlyCategories: ["performance", "accessibility"],
    ...(cookie && { extraHeaders: { cookie } }),
  });
  if (!result) throw new Error("Lighthouse gave no result.");
  const { categories, audits, finalDisplayedUrl, runtimeError, environment: machine } = result.lhr;
  powers.push(machine.benchmarkIndex);
  if (runtimeError) throw new Error(runtimeError.message);
  if (new URL(finalDisplayedUrl).pathname !== new URL(url).pathname)
    throw new Error(`${page} led to ${finalDisplayedUrl}`);
  const score = (name: string) => Math.round((categories[name]?.score ?? 0) * 100);
  const weak = Object.values(audits).flatMap(({ id, score: one, displayValue }) =>
    one !== null && one < 0.9 ? [`${id} ${displayValue ?? ""}`.trim()] : [],
  );
  return { performance: score("performance"), accessibility: score("accessibility"), weak };
}

async function startBrowser(
  executable: string,
): Promise<{ process: ChildProcess; port: number; folder: string }> {
  const folder = mkdtempSync(join(tmpdir(), "mintwright-lighthouse-"));
  const debuggingPort = await findFreePort();
  const started = spawn(
    executable,
    [
      "--headless=new",
      ...quietFlags,
      `--remote-debugging-port=${debuggingPort}`,
      `--user-data-dir=${folder}`,
      "about:blank",
    ],
    { stdio: "ignore" },
  );
  for (let look = 0; look < 100; look++) {
    const answers = await fetch(`http://127.0.0.1:${debuggingPort}/json/version`).catch(() => undefined);
    if (answers?.ok) return { process: started, port: debuggingPort, folder };
    await sleep(200);
  }
  started.kill();
  throw new Error("The browser did not start.");
}

/** Signs up a user with credits, a key and the operator role. Returns the cookies of the session. */
async function signUp(): Promise<string> {
  const headers = { origin, "content-type": "application/json" };
  const created = await fetch(`${origin}/dashboard/api/auth/sign-up/email`, {
    method: "POST",
    headers,
    body: JSON.stringify({ email }),
  });
  if (!created.ok) throw new Error(await created.text());
  const token = new URL((await mail.takeEmail(email)).link).searchParams.get("token");
  const confirmed = await fetch(`${origin}/dashboard/api/auth/confirm-email`, {
    method: "POST",
    headers,
    body: JSON.stringify({ token, newPassword: "correct horse battery" }),
  });
  if (!confirmed.ok) throw new Error(await confirmed.text());
  await askMintwright(["admin", "account", "grant", "--account", email, "--credits", "50"], environment);
  await askMintwright(["admin", "key", "create", "--account", email, "--name", "first"], environment);
  await askMintwright(["admin", "operator", "add", "--user", email], environment);
  return confirmed.headers
    .getSetCookie()
    .map((one) => one.split(";", 1)[0])
    .join("; ");
}
