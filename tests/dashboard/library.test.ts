import { findTool } from "@mintwright/test-harness";
import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { startBrowser } from "./browser.ts";
import { type DashboardInstallation, startDashboard } from "./dashboard-installation.ts";
import { inspectPage } from "./inspect-page.ts";
import { signUpWithCredits, type Visitor } from "./visitor.ts";

const chromium = findTool({ variable: "CHROMIUM", purpose: "the library in a real browser" });

describe.skipIf(!chromium)("the library", { timeout: 240_000 }, () => {
  let installation: DashboardInstallation;
  let browser: Browser;
  let visitor: Visitor;
  let page: Page;
  let shareUrl: string;

  beforeAll(async () => {
    installation = await startDashboard();
    browser = await startBrowser(chromium as string);
    visitor = await signUpWithCredits(installation, browser, { credits: 50 });
    page = visitor.page;
  }, 240_000);

  afterAll(async () => {
    await browser?.close();
    await installation?.stop();
  });

  const items = () => page.getByRole("list", { name: "Library items" }).getByRole("link");
  const button = (name: string | RegExp) => page.getByRole("button", { name });

  /** Opens a page in a second browser window, as the same user or as a stranger. */
  async function openElsewhere(path: string, isSignedIn: boolean): Promise<Page> {
    const storageState = await page.context().storageState();
    const { cookies } = storageState;
    const context = await browser.newContext(isSignedIn ? { storageState: { cookies, origins: [] } } : {});
    const other = await context.newPage();
    await other.goto(path.startsWith("http") ? path : `${installation.url}/dashboard${path}`);
    return other;
  }

  it("explains itself while it is empty", async () => {
    await visitor.open("/library");
    await page.getByText("Nothing stored yet").waitFor();
    await visitor.inspect("library-empty");
  });

  it("keeps images: a reload and another browser show the same", async () => {
    await visitor.open("/playground/image");
    await page.getByLabel("Prompt", { exact: true }).fill("a fox who mends clocks");
    await button("Generate · 1 credit").click();
    const image = page.getByRole("img", { name: "a fox who mends clocks" });
    await image.waitFor();
    await page.reload();
    await image.waitFor();
    expect(await page.getByTestId("charged").textContent()).toBe("1 credit");
    const other = await openElsewhere("/playground/image", true);
    await other.getByRole("img", { name: "a fox who mends clocks" }).waitFor();
    await other.context().close();
  });

  it("keeps contracts and audits", async () => {
    await visitor.open("/playground/contract");
    await page.getByLabel("What should the contract do?").fill("a burnable token called Moon Coin (MOON)");
    await button(/^Generate/).click();
    await page.getByRole("heading", { name: "MoonCoin", exact: true }).waitFor();
    await page.reload();
    await page.getByRole("heading", { name: "MoonCoin", exact: true }).waitFor();
    await button("Audit contract").click();
    await button(/^Audit ·/).click();
    await page.getByTestId("verdict").waitFor();
    const verdict = await page.getByTestId("verdict").textContent();
    const other = await openElsewhere("/playground/audit", true);
    await other.getByTestId("verdict").waitFor();
    expect(await other.getByTestId("verdict").textContent()).toBe(verdict);
    const kept = await other.evaluate("JSON.stringify({ ...sessionStorage, ...localStorage })");
    expect(kept).not.toContain("pragma");
    await other.context().close();
  });

  it("lists everything, searches and filters, and keeps favourites", async () => {
    await page.getByRole("link", { name: "Library" }).click();
    await items().nth(2).waitFor();
    expect(await items().count()).toBe(3);
    await visitor.inspect("library");
    await page.getByLabel("Kind").selectOption("contract");
    await expect.poll(() => items().allTextContents()).toEqual([expect.stringContaining("MoonCoin")]);
    await items().first().click();
    expect(await page.getByRole("region", { name: "Coverage" }).textContent()).toMatch(/Included.*burnable/);
    await visitor.inspect("library-contract");
    await page.goBack();
    await button("Clear filters").click();
    await page.getByLabel("Search the library").fill("CLOCKS");
    await button("Search").click();
    await expect.poll(() => items().count()).toBe(1);
    await items().first().click();
    await button("Favourite").click();
    await page.getByRole("button", { name: "Favourite", pressed: true }).waitFor();
    await visitor.inspect("library-item");
    await visitor.open("/library?favourites=true&view=list");
    await expect.poll(() => items().count()).toBe(1);
    await visitor.inspect("library-list");
  });

  it("shares a read-only page that needs no sign-in, and revokes it", async () => {
    await items().first().click();
    await button("Create link").click();
    shareUrl = (await page.getByTestId("share-url").textContent()) ?? "";
    const stranger = await openElsewhere(shareUrl, false);
    await stranger.getByRole("img", { name: "a fox who mends clocks" }).waitFor();
    expect(await stranger.getByRole("button", { name: "Delete" }).count()).toBe(0);
    await inspectPage(stranger, "library-shared");
    const answer = await stranger.request.get(shareUrl);
    expect(answer.headers()["x-robots-tag"]).toBe("noindex, nofollow");
    await button("Revoke link").click();
    await button("Create link").waitFor();
    await stranger.reload();
    await stranger.getByText("This link does not work any more").waitFor();
    await stranger.context().close();
  });

  it("downloads and deletes", async () => {
    const [download] = await Promise.all([
      page.waitForEvent("download"),
      page.getByRole("link", { name: "Download" }).click(),
    ]);
    expect(download.suggestedFilename()).toBe("a-fox-who-mends-clocks.png");
    await button("Delete").click();
    await button("Delete item").click();
    await page.getByRole("heading", { name: "Library" }).waitFor();
    await expect.poll(() => items().count()).toBe(2);
    // The stranger's page reported the revoked link; this window reported nothing.
    expect(visitor.problems).toEqual([]);
  });
});
