import { findTool } from "@mintwright/test-harness";
import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { startBrowser } from "./browser.ts";
import { type DashboardInstallation, startDashboard } from "./dashboard-installation.ts";
import { signUpWithCredits, type Visitor } from "./visitor.ts";

const chromium = findTool({ variable: "CHROMIUM", purpose: "the dashboard over plain HTTP" });
const hostName = "mintwright.test";

describe.skipIf(!chromium)("the dashboard over plain HTTP under a name", { timeout: 240_000 }, () => {
  let installation: DashboardInstallation;
  let browser: Browser;
  let visitor: Visitor;
  let page: Page;

  beforeAll(async () => {
    installation = await startDashboard({ hostName });
    browser = await startBrowser(chromium as string, [`--host-resolver-rules=MAP ${hostName} 127.0.0.1`]);
    visitor = await signUpWithCredits(installation, browser, { credits: 100 });
    page = visitor.page;
  }, 240_000);

  afterAll(async () => {
    await browser?.close();
    await installation?.stop();
  });

  /** What went wrong in the page, without the browser's notice that it ignores a header without TLS. */
  const listProblems = () =>
    visitor.problems.filter(
      (text) => !text.startsWith("The Cross-Origin-Opener-Policy header has been ignored"),
    );

  it("is no secure context, so the browser has no crypto.randomUUID", async () => {
    expect(await page.evaluate("[isSecureContext, typeof crypto.randomUUID]")).toEqual([false, "undefined"]);
  });

  it("shows an image that was paid for", async () => {
    await visitor.open("/playground/image");
    await page.getByLabel("Prompt", { exact: true }).fill("a fox who mends clocks");
    await visitor.press("Generate · 1 credit");
    await page.getByRole("img", { name: "a fox who mends clocks" }).waitFor();
    expect(listProblems()).toEqual([]);
  });

  it.each(["/playground/assistant", "/playground/contract", "/collections/new"])(
    "opens %s without an error",
    async (path) => {
      await visitor.open(path);
      await page.getByRole("heading", { level: 1 }).waitFor();
      await page.waitForLoadState("networkidle");
      expect(listProblems()).toEqual([]);
    },
  );
});
