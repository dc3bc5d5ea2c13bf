import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { type Browser, chromium, type Page } from "playwright-core";

const axeSource = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");

/** What keeps a browser from talking to anybody but the pages it is shown. */
export const quietFlags = [
  "--no-sandbox",
  "--disable-quic",
  "--disable-background-networking",
  "--disable-component-update",
  "--disable-sync",
  "--no-first-run",
];

/** Starts the system's Chromium, which talks to nobody but the pages it is shown. */
export function startBrowser(executablePath: string, flags: readonly string[] = []): Promise<Browser> {
  return chromium.launch({
    executablePath,
    args: [...quietFlags, ...flags],
  });
}

/** Lists what axe finds serious or critical on a page. */
export async function listSeriousViolations(page: Page): Promise<string[]> {
  // Through the debugger, past the page's own policy, which forbids scripts of others.
  await page.evaluate(axeSource);
  const violations = await page.evaluate<{ id: string; impact: string; nodes: { html: string }[] }[]>(
    "axe.run(document).then(({ violations }) => violations)",
  );
  return violations
    .filter(({ impact }) => impact === "serious" || impact === "critical")
    .map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html.slice(0, 160)).join(" | ")}`);
}
