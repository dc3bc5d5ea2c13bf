import { askMintwright, findTool } from "@mintwright/test-harness";
import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { startBrowser } from "./browser.ts";
import { type DashboardInstallation, startDashboard } from "./dashboard-installation.ts";
import { listEveryPage } from "./every-page.ts";
import { inspectPage } from "./inspect-page.ts";
import { type PlantedAccount, plantAccount, readCookies } from "./planted-account.ts";

const chromium = findTool({ variable: "CHROMIUM", purpose: "every page of the dashboard in a real browser" });

describe.skipIf(!chromium)("every page of the dashboard", { timeout: 600_000 }, () => {
  let installation: DashboardInstallation;
  let browser: Browser;
  let planted: PlantedAccount;

  beforeAll(async () => {
    installation = await startDashboard({ withWorker: true });
    const environment = { DATABASE_URL: installation.database.url, PUBLIC_URL: installation.url };
    await askMintwright(["admin", "news-samples"], environment);
    planted = await plantAccount({ ...installation, environment });
    browser = await startBrowser(chromium as string);
  }, 240_000);

  afterAll(async () => {
    await browser?.close();
    await installation?.stop();
  });

  async function openPage(cookie: string | undefined): Promise<Page> {
    const context = await browser.newContext({ viewport: { width: 1440, height: 900 } });
    if (cookie) await context.addCookies(readCookies(cookie, installation.url));
    const page = await context.newPage();
    page.setDefaultTimeout(60_000);
    return page;
  }

  it("has no serious finding of axe, no sideways scrolling and a title of its own", async () => {
    const pages = listEveryPage(planted);
    expect(pages.length).toBeGreaterThan(30);
    const signedIn = await openPage(planted.cookie);
    const stranger = await openPage(undefined);
    const titles: string[] = [];
    const found: string[] = [];
    for (const { route, path, isPublic } of pages) {
      const page = isPublic ? stranger : signedIn;
      await page.goto(`${installation.url}/dashboard${path}`, { waitUntil: "networkidle" });
      await page.locator("h1, [role=alert]").first().waitFor();
      expect(new URL(page.url()).pathname, route).not.toMatch(isPublic ? /^$/ : /sign-in/);
      await inspectPage(page, `every${route.replaceAll(/\W+/g, "-")}`).catch((error: Error) =>
        found.push(`${route}: ${error.message} ${JSON.stringify((error as { actual?: unknown }).actual)}`),
      );
      titles.push(`${route}: ${await page.title()}`);
    }
    expect(found).toEqual([]);
    expect(titles.filter((title) => /: (?:Mintwright)?$/.test(title))).toEqual([]);
    await signedIn.goto(`${installation.url}/docs`);
    await inspectPage(signedIn, "reference");
    await signedIn.locator("summary").first().click();
    await inspectPage(signedIn, "reference-operation");
  });
});
