import { askMintwright, findTool } from "@mintwright/test-harness";
import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { startBrowser } from "./browser.ts";
import { type DashboardInstallation, startDashboard } from "./dashboard-installation.ts";

const chromium = findTool({ variable: "CHROMIUM", purpose: "the dashboard by keyboard alone" });
const email = "keyboard@example.com";

/** What has the focus, as somebody hears it, and whether somebody can see that it has. */
const describeFocus = `(() => {
  const element = document.activeElement;
  const name = element.labels?.[0]?.textContent ?? element.getAttribute("aria-label") ?? element.textContent;
  const { outlineStyle, outlineWidth } = getComputedStyle(element);
  return { name: name.trim(), isSeen: outlineStyle !== "none" && outlineWidth !== "0px" };
})()`;

describe.skipIf(!chromium)("the keyboard alone", { timeout: 240_000 }, () => {
  let installation: DashboardInstallation;
  let browser: Browser;
  let page: Page;

  beforeAll(async () => {
    installation = await startDashboard();
    browser = await startBrowser(chromium as string);
    const context = await browser.newContext();
    await context.grantPermissions(["clipboard-read", "clipboard-write"], { origin: installation.url });
    page = await context.newPage();
    page.setDefaultTimeout(60_000);
  }, 240_000);

  afterAll(async () => {
    await browser?.close();
    await installation?.stop();
  });

  /** Presses Tab until something of that name has the focus, as somebody without a mouse does. */
  async function tabTo(name: string) {
    const passed: string[] = [];
    for (let i = 0; i < 60; i++) {
      await page.keyboard.press("Tab");
      const focus = (await page.evaluate(describeFocus)) as { name: string; isSeen: boolean };
      if (focus.name === name) {
        expect(focus).toEqual({ name, isSeen: true });
        return;
      }
      passed.push(focus.name.slice(0, 30));
    }
    throw new Error(`Tab never reached ${name}; it passed ${passed.join(", ")}`);
  }

  async function type(name: string, text: string) {
    await tabTo(name);
    await page.keyboard.type(text);
  }

  async function enter(name: string) {
    await tabTo(name);
    await page.keyboard.press("Enter");
  }

  it("leads from sign-up over a voucher to a key that is copied", async () => {
    const voucher = await askMintwright<{ code: string }>(
      ["admin", "voucher", "create", "--credits", "25", "--note", "welcome"],
      { DATABASE_URL: installation.database.url },
    );
    await page.goto(`${installation.url}/dashboard/sign-in`);
    await page.getByRole("heading", { name: "Sign in" }).waitFor();
    await enter("Create an account");
    await page.getByRole("heading", { name: "Create an account" }).waitFor();
    await type("Email", email);
    await page.keyboard.press("Enter");
    await page.getByText("Check your email").waitFor();
    await page.goto((await installation.mail.takeEmail(email, 60_000)).link);
    await page.getByRole("button", { name: "Confirm email" }).waitFor();
    await type("Password", "correct horse battery");
    await page.keyboard.press("Enter");
    await page.getByRole("heading", { name: "Home" }).waitFor();

    await enter("Credits");
    await page.getByLabel("Voucher code").waitFor();
    await type("Voucher code", voucher.code);
    await page.keyboard.press("Enter");
    await page.getByText("25 credits added.").waitFor();

    await enter("Keys");
    await page.getByText("No keys yet").waitFor();
    await enter("Create Secret Key");
    await page.getByRole("dialog").waitFor();
    // Escape leaves, and the focus is where it was.
    await page.keyboard.press("Escape");
    await page.getByRole("dialog").waitFor({ state: "hidden" });
    await expect.poll(() => page.evaluate(describeFocus)).toMatchObject({ name: "Create Secret Key" });
    await page.keyboard.press("Enter");
    await page.getByRole("dialog").waitFor();
    const first = (await page.evaluate(describeFocus)) as { name: string };
    if (first.name !== "Name") await tabTo("Name");
    await page.keyboard.type("typed, not clicked");
    await page.keyboard.press("Enter");
    await page.getByText("Your secret key").waitFor();
    await page.getByRole("button", { name: "Copy key" }).waitFor();
    const focus = (await page.evaluate(describeFocus)) as { name: string };
    if (focus.name !== "Copy key") await tabTo("Copy key");
    await Promise.all([page.getByText("Copied").waitFor(), page.keyboard.press("Enter")]);
    expect(await page.evaluate("navigator.clipboard.readText()")).toMatch(/^mw_live_aa[0-9A-Za-z]{36}$/);
    await enter("Done");
    await page.getByText("typed, not clicked").waitFor();
  });
});
