import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { findFreePort } from "@mintwright/test-harness";
import lighthouse from "lighthouse";
import { quietFlags } from "../tests/dashboard/browser.ts";
import { listEveryPage } from "../tests/dashboard/every-page.ts";
import { plantAccount } from "../tests/dashboard/planted-account.ts";
import { startPlantedInstallation } from "../tests/dashboard/planted-installation.ts";
import { median, print, printFigure } from "./measure.ts";

// Every page of the built dashboard, the API reference and five pages of the guide, as Lighthouse sees them with its
// defaults: a middling phone on a slow network, signed in to an account with data. Each page is visited
// LIGHTHOUSE_ROUNDS times (3), round by round; the figure is the median of the page that does worst. LIGHTHOUSE_PAGES
// chooses routes, separated by commas.

const rounds = Number(process.env.LIGHTHOUSE_ROUNDS ?? 3);
const chosen = process.env.LIGHTHOUSE_PAGES?.split(",");
const powers: number[] = [];
/** From the installation to what is broken. */
const guidePages = ["", "guides/getting-started/", "guides/deployment/", "upgrade/", "troubleshooting/"].map(
  (path) => `/guide/${path}`,
);

const chromium = process.env.CHROMIUM;
if (!chromium) throw new Error("Set CHROMIUM to the browser, such as `command -v chromium` prints it.");
const installation = await startPlantedInstallation();
const origin = installation.url;
const browser = await startBrowser(chromium);

try {
  const planted = await plantAccount(installation);
  const pages = [
    ...listEveryPage(planted).map(({ route, path, isPublic }) => ({
      route,
      isPublic,
      path: `/dashboard${path}`,
    })),
    ...["/docs", ...guidePages].map((path) => ({ route: path, isPublic: true, path })),
  ].filter(({ route }) => !chosen || chosen.includes(route));
  const scores = new Map(
    pages.map((page) => [page, { performance: [] as number[], accessibility: [] as number[] }]),
  );
  for (let round = 0; round < rounds; round++) {
    for (const [page, { performance, accessibility }] of scores) {
      const audited = await auditPatiently(page.path, page.isPublic ? undefined : planted.cookie);
      performance.push(audited.performance);
      accessibility.push(audited.accessibility);
      if (round === 0) print(`${page.route}: ${audited.weak.join("; ") || "no findings"}`);
    }
  }
  for (const [page, { performance, accessibility }] of scores) {
    const spread = `${Math.min(...performance)} to ${Math.max(...performance)}`;
    print(
      `${page.route}: performance ${median(performance)} (${spread}), accessibility ${Math.min(...accessibility)}`,
    );
  }
  const power = Math.round(median(powers));
  print(
    `the browser's own measure of this machine: ${power} (a quiet desktop has 1,000 and more; below 500 scores tell of the machine)`,
  );
  const isGuide = ({ route }: { route: string }) => route.startsWith("/guide/");
  printWorst("lighthouse", 90, 100, (page) => !isGuide(page));
  printWorst("lighthouse_guide", 95, 95, isGuide);

  function printWorst(
    name: string,
    leastPerformance: number,
    leastAccessibility: number,
    isMeant: (page: { route: string }) => boolean,
  ) {
    const meant = [...scores].filter(([page]) => isMeant(page)).map(([, score]) => score);
    if (meant.length === 0) return;
    const performance = Math.min(...meant.map((score) => median(score.performance)));
    const accessibility = Math.min(...meant.flatMap((score) => score.accessibility));
    printFigure(`${name}_performance`, performance, `>= ${leastPerformance}`);
    printFigure(`${name}_accessibility`, accessibility, `>= ${leastAccessibility}`);
  }
} finally {
  browser.process.kill();
  await once(browser.process, "exit");
  rmSync(browser.folder, { recursive: true, force: true });
  await installation.stop();
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
  const url = `${origin}${page}`;
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
  const isSame = (one: string, other: string) => one.replace(/\/$/, "") === other.replace(/\/$/, "");
  if (!isSame(new URL(finalDisplayedUrl).pathname, new URL(url).pathname))
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
