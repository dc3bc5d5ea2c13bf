import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { findTool } from "@mintwright/test-harness";
import type { Browser } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { startBrowser } from "./browser.ts";
import { type DashboardInstallation, startDashboard } from "./dashboard-installation.ts";
import { type NewsOutlet, startNewsOutlet } from "./news-outlet.ts";
import { signUpWithCredits, type Visitor } from "./visitor.ts";

const chromium = findTool({ variable: "CHROMIUM", purpose: "the news reader in a real browser" });

describe.skipIf(!chromium)("the news reader", { timeout: 180_000 }, () => {
  let outlet: NewsOutlet;
  let folder: string;
  let installation: DashboardInstallation;
  let browser: Browser;
  let visitor: Visitor;

  beforeAll(async () => {
    outlet = await startNewsOutlet();
    folder = mkdtempSync(join(tmpdir(), "mintwright-reader-"));
    const file = join(folder, "mintwright.yaml");
    const feeds = [{ name: "The Outlet", url: `http://${outlet.hostAndPort}/feed` }];
    // JSON is YAML.
    writeFileSync(
      file,
      JSON.stringify({
        news: { gather: true, feeds, minIntervalInSeconds: 1, freeArticlesPerDay: 0 },
        outbound: { allow: [outlet.hostAndPort] },
      }),
    );
    installation = await startDashboard({
      withWorker: true,
      settings: { MINTWRIGHT_CONFIG: file, STORAGE_DIRECTORY: join(folder, "storage") },
    });
    browser = await startBrowser(chromium as string);
    visitor = await signUpWithCredits(installation, browser, { credits: 40 });
    await vi.waitFor(
      async () => {
        const [gathered] = await installation.database.query<{ count: string }>(
          "select count(*) from news_article where image_object is not null",
        );
        expect(Number(gathered?.count)).toBe(outlet.articles);
      },
      { timeout: 60_000, interval: 500 },
    );
  }, 180_000);

  afterAll(async () => {
    await browser?.close();
    await installation?.stop();
    await outlet?.close();
    rmSync(folder, { recursive: true, force: true });
  });

  const readBalance = async () => {
    const balance = visitor.page.getByTestId("balance").filter({ hasText: /\d/ });
    return balance.textContent();
  };
  const countCards = () => visitor.page.locator("main article").count();

  it("charges nothing before the click, says the price on the button, and goes on by cursor", async () => {
    const { page, open, press, inspect } = visitor;
    await open("/news");
    await page.getByRole("button", { name: "Load news · 1 credit" }).waitFor();
    await inspect("news-empty");
    expect(await readBalance()).toBe("40");
    const inspected = Promise.withResolvers<void>();
    await page.route("**/operations/news?*", async (route) => {
      await inspected.promise;
      await route.continue();
    });
    await press("Load news · 1 credit");
    await page.getByRole("status").filter({ hasText: "Loading" }).waitFor();
    await inspect("news-loading");
    inspected.resolve();
    await page.getByText(`10 of ${outlet.articles} articles`).waitFor();
    await page.unroute("**/operations/news?*");
    expect(await countCards()).toBe(10);
    await page.getByText("39", { exact: true }).waitFor();
    // Images are ours, and really there.
    const images = await page.evaluate<{ src: string; width: number }[]>(
      `Promise.all([...document.querySelectorAll("main article img")].map(async (image) => {
        image.loading = "eager";
        await image.decode();
        return { src: image.src, width: image.naturalWidth };
      }))`,
    );
    expect(images).toHaveLength(10);
    for (const { src, width } of images) {
      expect([src.startsWith(`${installation.url}/`), width > 100]).toEqual([true, true]);
    }
    await inspect("news");
    await press("Load 10 more · 1 credit");
    await page.getByText(`${outlet.articles} of ${outlet.articles} articles`).waitFor();
    await page.getByText("38", { exact: true }).waitFor();
    expect(await page.getByRole("button", { name: /more ·/ }).count()).toBe(0);
  });

  it("opens stories of a list without another charge, and their sources safely", async () => {
    const { page, inspect } = visitor;
    await page.getByRole("link", { name: /Ethereum developers agree/ }).click();
    await page.getByRole("heading", { level: 1, name: /Ethereum developers agree/ }).waitFor();
    const source = page.getByRole("link", { name: "The Outlet" });
    expect(await source.getAttribute("href")).toBe("https://outlet.example/1");
    expect(await source.getAttribute("rel")).toBe("noopener noreferrer");
    await inspect("news-story");
    expect(await readBalance()).toBe("38");
    const address = page.url();
    await page.getByRole("button", { name: "Back to news" }).click();
    await page.getByText(`${outlet.articles} of ${outlet.articles} articles`).waitFor();

    // A link from elsewhere says its price first.
    await page.goto(address);
    await page.getByRole("button", { name: "Read article · 1 credit" }).waitFor();
    await inspect("news-story-unread");
    expect(await readBalance()).toBe("38");
    await visitor.press("Read article · 1 credit");
    await page.getByRole("heading", { level: 1, name: /Ethereum developers agree/ }).waitFor();
    await page.getByText("37", { exact: true }).waitFor();
  });

  it("keeps search and filters in its address: a link shows the same list to everyone", async () => {
    const { page, open, press } = visitor;
    await open("/news");
    await page.getByLabel("Search news").fill('"geothermal power" miner*');
    await press("Search");
    await page.waitForURL(/words=/);
    // The address changes before the page does, and a choice keeps the filters that the page has.
    await page.getByRole("button", { name: "Clear filters" }).waitFor();
    await page.getByLabel("Date").selectOption("7");
    await page.waitForURL(/days=7/);
    await expect.poll(() => page.getByLabel("Date").inputValue()).toBe("7");
    await press("Load news · 1 credit");
    await page.getByText("1 of 1 articles").waitFor();
    const title = await page.locator("main article h2").textContent();
    expect(title).toContain("geothermal");
    const link = page.url();
    const other = await page.context().newPage();
    await other.goto(link);
    await other.getByRole("button", { name: "Load news · 1 credit" }).click();
    await other.getByText("1 of 1 articles").waitFor();
    expect(await other.locator("main article h2").textContent()).toBe(title);
    expect(await other.getByLabel("Date").inputValue()).toBe("7");
    // Labels are filters too.
    await other.locator("main article li a").first().click();
    await other.waitForURL(/category=\d+$/);
    const category = /category=(\d+)/.exec(other.url())?.[1];
    await expect.poll(() => other.getByLabel("Category").inputValue()).toBe(category);
    await other.close();

    await open("/news?words=nobodywrotethis");
    const before = await readBalance();
    await press("Load news · 1 credit");
    await page.getByText("No articles found").waitFor();
    await visitor.inspect("news-none");
    await open("/news");
    await page.getByRole("button", { name: /Load news/ }).waitFor();
    expect(await readBalance()).toBe(before);
  });

  it("shows what goes wrong, and what to do", async () => {
    const { page, open, press, problems } = visitor;
    await open("/news?category=5");
    await page.getByRole("button", { name: "Load news · 1 credit" }).waitFor();
    await page.route("**/operations/news?*", (route) =>
      route.fulfill({
        status: 402,
        json: {
          statusCode: 402,
          message: "This call costs 1 credit and the account has 0. Add credits and try again.",
          error: { code: "insufficient_credits", requestId: "r-1" },
        },
      }),
    );
    await press("Load news · 1 credit");
    await page.getByText("This call costs 1 credit").waitFor();
    await visitor.inspect("news-error");
    await page.unroute("**/operations/news?*");
    problems.splice(0, problems.length, ...problems.filter((text) => !text.includes("402")));
  });

  it("runs nothing that an outlet wrote, and leads nowhere but to the web", async () => {
    const { page, open, press } = visitor;
    // The gatherer refuses such addresses; the page must not depend on it.
    const [hostile] = await installation.database.query<{ article_id: string }>(
      `update news_article set url = 'javascript:window.stolen=1', image_object = null,
         image_url = 'javascript:window.stolen=2',
         sources = '[{"name": "<b>Outlet</b>", "url": "javascript:window.stolen=3", "publishedAt": "2026-01-01T00:00:00Z"}]'
       where title like '%parachain%' returning article_id`,
    );
    await open("/news?words=parachain");
    await press("Load news · 1 credit");
    await page.getByText("1 of 1 articles").waitFor();
    expect(await page.getByTestId("no-image").count()).toBe(1);
    await page.locator("main article h2 a").click();
    await page.waitForURL(new RegExp(`/news/${hostile?.article_id}$`));
    await page.getByRole("heading", { level: 1, name: /parachain/ }).waitFor();
    await page.getByText("<b>Outlet</b>").waitFor();
    expect(
      await page.locator('main a[href^="javascript" i], main script, main svg:not(.lucide), main b').count(),
    ).toBe(0);
    expect(await page.locator("main img").count()).toBe(0);
    await visitor.inspect("news-story-long");
    await page.getByText("<b>Outlet</b>").click();
    expect(await page.evaluate("window.stolen")).toBeUndefined();
  });

  it("makes alerts of the filter that was read, lists them and ends them", async () => {
    const { page, open, press, inspect } = visitor;
    await open("/news?category=5&words=stable*");
    await page.getByRole("link", { name: "Alerts" }).click();
    await page.getByText("No alerts yet").waitFor();
    expect(await page.getByLabel("Keywords").inputValue()).toBe("stable*");
    expect(await page.getByLabel("Category").inputValue()).toBe("5");
    await page.getByLabel("Webhook URL").fill("http://169.254.169.254/hook");
    await press("Create alert · free");
    await page.getByRole("alert").waitFor();
    await page.getByLabel("Webhook URL").fill(`http://${outlet.hostAndPort}/hook`);
    await press("Create alert · free");
    await page.getByText("DeFi · “stable*”").waitFor();
    await inspect("news-alerts");
    await press("Delete");
    await press("Delete alert");
    await page.getByText("No alerts yet").waitFor();
  });

  it("says nothing wrong in the console", () => {
    expect(visitor.problems.filter((text) => !/ 40[0-9] /.test(text))).toEqual([]);
  });
});
