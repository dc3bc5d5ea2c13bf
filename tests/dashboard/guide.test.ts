import { findTool } from "@mintwright/test-harness";
import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { listSeriousViolations, startBrowser } from "./browser.ts";
import { type DashboardInstallation, startDashboard } from "./dashboard-installation.ts";

const chromium = findTool({ variable: "CHROMIUM", purpose: "the documentation site in a real browser" });

/** From the installation to what is broken: the side bar's label, the title of the page, and a name for screenshots. */
const path = [
  ["Getting started", "Getting started", "guide-getting-started"],
  ["Images", "Images", "guide-images"],
  ["Deploying an installation", "Deploying an installation", "guide-deployment"],
  ["Upgrade", "Upgrade", "guide-upgrade"],
  ["Something is broken", "Something is broken", "guide-troubleshooting"],
] as const;

/** What users of the three documents ask, as they would type it, and the pages that answer. */
const questions: [question: string, typed: string, pages: string[]][] = [
  ["Is a ratio a weight or a percentage?", "ratio percentage", ["guides/faq", "guides/images"]],
  ["How do I title tokens?", "title tokens", ["guides/faq", "guides/collections"]],
  ["On which chains can I mint?", "which chains mint", ["guides/faq", "guides/minting"]],
  ["Who pins my files?", "pinning ipfs", ["guides/faq", "guides/collections"]],
  ["Do image URLs expire?", "image urls expire", ["guides/faq", "guides/images"]],
  ["How do I get 16:9?", "16:9", ["guides/faq", "guides/images"]],
  ["What does leaving a stream cost?", "leaving a stream", ["guides/faq", "guides/assistant"]],
  ["What does an sdkUniqueId share?", "sdkUniqueId", ["guides/faq", "guides/assistant"]],
  ["Why 402?", "402", ["guides/faq", "guides/calling-the-api"]],
  ["Are limits clamped?", "limits clamped", ["guides/faq"]],
  ["What is pubDate?", "createdAt pubDate", ["guides/faq", "guides/news"]],
  ["Do I need a GPU?", "gpu", ["guides/faq", "comparison"]],
  ["What does a failed call cost?", "call fails pay", ["guides/faq", "concepts/holds"]],
  ["How do I limit a key?", "key spending limit", ["guides/faq", "guides/dashboard"]],
  ["May a web page hold a key?", "key web page", ["guides/faq", "guides/calling-the-api", "security"]],
  ["A member has left?", "member left", ["guides/faq", "guides/teams"]],
  ["What must I back up?", "back up", ["guides/faq", "guides/backups"]],
  ["Upgrade without downtime?", "upgrade downtime", ["guides/faq", "upgrade"]],
  ["One machine is full?", "machine full", ["guides/faq", "guides/operator"]],
  ["Which licence applies?", "licence", ["guides/faq", ""]],
];
const resultsLookedAt = 5;
const shots = process.env.DASHBOARD_SHOTS;

describe.skipIf(!chromium)("the documentation site", { timeout: 240_000 }, () => {
  let installation: DashboardInstallation;
  let browser: Browser;
  let page: Page;
  const problems: string[] = [];

  beforeAll(async () => {
    installation = await startDashboard();
    browser = await startBrowser(chromium as string);
    page = await browser.newPage();
    page.setDefaultTimeout(30_000);
    page.on("pageerror", ({ message }) => problems.push(message));
    page.on("console", (message) => message.type() === "error" && problems.push(message.text()));
    await page.goto(`${installation.url}/guide/`);
  }, 120_000);

  afterAll(async () => {
    await browser?.close();
    await installation?.stop();
  });

  const findLink = (label: string) =>
    page.getByRole("navigation", { name: "Main" }).getByRole("link", { name: label, exact: true });

  it.each([1440, 390])("leads from the installation to what is broken at %i px", async (width) => {
    await page.setViewportSize({ width, height: 900 });
    await page.goto(`${installation.url}/guide/`);
    for (const [label, title] of path) {
      if (width === 390) await page.getByRole("button", { name: "Menu" }).click();
      await findLink(label).click();
      await page.getByRole("heading", { level: 1, name: title }).waitFor();
    }
    expect(problems).toEqual([]);
  });

  it.each(path)("%s is accessible and never scrolls sideways", async (label, title, name) => {
    await page.setViewportSize({ width: 1440, height: 900 });
    await findLink(label).click();
    for (const width of [1440, 390]) {
      await page.setViewportSize({ width, height: 900 });
      await page.reload();
      await page.getByRole("heading", { level: 1, name: title }).waitFor();
      // Code that is wider than the screen becomes focusable when the page is idle.
      await page.waitForTimeout(1_000);
      expect(await listSeriousViolations(page)).toEqual([]);
      expect(await page.evaluate("document.documentElement.scrollWidth - innerWidth")).toBe(0);
      if (shots) await page.screenshot({ path: `${shots}/${name}-${width}.png` });
    }
  });

  it("finds the answer to twenty questions with one search", async () => {
    const missed: string[] = [];
    for (const [question, typed, pages] of questions) {
      const found = await page.evaluate<string[]>(`(async () => {
        const pagefind = await import("/guide/pagefind/pagefind.js");
        const { results } = await pagefind.search(${JSON.stringify(typed)});
        return Promise.all(results.slice(0, ${resultsLookedAt}).map(async (result) => (await result.data()).url));
      })()`);
      const slugs = found.map((url) => url.replace(/^\/guide\//, "").replace(/\/$/, ""));
      const place = slugs.findIndex((slug) => pages.includes(slug));
      process.stderr.write(
        `${question} "${typed}": ${place < 0 ? "not found" : `${place + 1}. ${slugs[place]}`}\n`,
      );
      if (place < 0) missed.push(`${typed}: ${slugs.join(", ")}`);
    }
    expect(missed).toEqual([]);
  });

  it("shows the first result of a search and opens it", async () => {
    await page.goto(`${installation.url}/guide/`);
    await page.getByRole("button", { name: "Search" }).click();
    await page.getByRole("textbox", { name: "Search" }).fill("402");
    await page.locator("dialog a").first().click();
    await page.getByRole("heading", { level: 1 }).waitFor();
    expect(page.url()).toMatch(/\/guide\/.+/);
    expect(problems).toEqual([]);
  });
});
