import { promisify } from "node:util";
import { gzip as gzipWithCallback } from "node:zlib";
import { askMintwright, findTool } from "@mintwright/test-harness";
import type { Browser, Page } from "playwright-core";
import { privateKeyToAccount } from "viem/accounts";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { startBrowser } from "./browser.ts";
import { type DashboardInstallation, startDashboard } from "./dashboard-installation.ts";
import { inspectPage } from "./inspect-page.ts";

const gzip = promisify(gzipWithCallback);
const chromium = findTool({ variable: "CHROMIUM", purpose: "the dashboard in a real browser" });
const email = "owner@example.com";
const password = "correct horse battery";

describe.skipIf(!chromium)("the dashboard", { timeout: 180_000 }, () => {
  let installation: DashboardInstallation;
  let browser: Browser;
  let page: Page;
  let key = "";
  const problems: string[] = [];

  beforeAll(async () => {
    installation = await startDashboard();
    browser = await startBrowser(chromium as string);
    const context = await browser.newContext({ viewport: { width: 1440, height: 900 } });
    await context.grantPermissions(["clipboard-read", "clipboard-write"], { origin: installation.url });
    page = await context.newPage();
    page.setDefaultTimeout(30_000);
    page.on("console", (message) => message.type() === "error" && problems.push(message.text()));
    page.on("pageerror", (error) => problems.push(String(error)));
  }, 120_000);

  afterAll(async () => {
    await browser?.close();
    await installation?.stop();
  });

  const open = (path: string) => page.goto(`${installation.url}/dashboard${path}`);
  const press = (name: string) => page.getByRole("button", { name, exact: true }).click();
  const at = (path: string) => page.waitForURL(`${installation.url}/dashboard${path}`);

  const inspect = (name: string) => inspectPage(page, name);

  it("[KEY-8] leads from sign-up to a paid call and shows its charge", async () => {
    await open("/keys");
    await at("/sign-in?next=%2Fkeys");
    await inspect("sign-in");
    await page.getByRole("link", { name: "Create an account" }).click();
    await page.getByRole("heading", { name: "Create an account" }).waitFor();
    await page.getByLabel("Email").fill(email);
    await inspect("sign-up");
    await press("Create account");
    await page.getByText("Check your email").waitFor();
    await page.goto((await installation.mail.takeEmail(email, 30_000)).link);
    expect(await page.getByLabel("Email").inputValue()).toBe(email);
    await page.getByLabel("Password").fill(password);
    await inspect("confirm-email");
    await press("Confirm email");
    await page.getByRole("heading", { name: "First steps" }).waitFor();
    await inspect("home-empty");

    await page.getByRole("link", { name: "Keys" }).first().click();
    await page.getByText("No keys yet").waitFor();
    expect(await page.getByRole("button", { name: "Create Secret Key" }).isDisabled()).toBe(true);
    await inspect("keys-empty");

    const voucher = await askMintwright<{ code: string }>(
      ["admin", "voucher", "create", "--credits", "25", "--note", "welcome"],
      { DATABASE_URL: installation.database.url },
    );
    await open("/credits");
    await page.getByText("No entries", { exact: true }).waitFor();
    await inspect("credits-empty");
    await page.getByLabel("Voucher code").fill("MINT-00000-00000-00000-00000");
    await press("Redeem");
    await page.getByText("This code is invalid").waitFor();
    await page.getByLabel("Voucher code").fill(voucher.code.toLowerCase());
    await press("Redeem");
    await page.getByText("25 credits added.").waitFor();
    expect(await page.getByTestId("balance").textContent()).toBe("25");

    await open("/keys");
    await press("Create Secret Key");
    await page.getByLabel("Name").fill("my first key");
    await page.getByLabel("Credits per month").fill("10");
    await inspect("key-form");
    await press("Create key");
    await page.getByText("Your secret key").waitFor();
    await Promise.all([page.getByText("Copied").waitFor(), press("Copy key")]);
    key = String(await page.evaluate("navigator.clipboard.readText()"));
    expect(key).toMatch(/^mw_live_aa[0-9A-Za-z]{36}$/);
    await press("Done");
    await page.getByText("my first key").waitFor();

    const answer = await fetch(`${installation.url}/nft/enhancePrompt`, {
      method: "POST",
      headers: { authorization: `Bearer ${key}`, "content-type": "application/json" },
      body: JSON.stringify({ prompt: "a fox who mends clocks" }),
    });
    expect(answer.headers.get("x-credits-charged")).toBe("0.5");

    await open("/credits");
    await page.getByRole("list", { name: "Requests" }).getByText("Enhance prompt").waitFor();
    await page.getByTestId("balance").getByText("24.5", { exact: true }).waitFor();
    await inspect("credits");
    await open("/keys");
    await page.getByText("0.5 of 10 credits this month").waitFor();
    await inspect("keys");
    await open("/");
    await page.getByText("Call the API").waitFor();
    await inspect("home");
  });

  it("[CTX-8] saves a context for a key", async () => {
    await open("/keys");
    await page.getByRole("link", { name: "Context" }).click();
    await page.getByRole("heading", { name: "Project" }).waitFor();
    await page.getByLabel("Name", { exact: true }).fill("Example Works");
    await page.getByLabel("Tone", { exact: true }).selectOption("PRE_SET_TONE");
    await page.getByLabel("Preset").selectOption("FRIENDLY");
    await page.getByLabel("The project has a token").check();
    await inspect("context");
    await press("Save context");
    await page.getByText("Saved. The assistant uses it").waitFor();
    const saved = await fetch(`${installation.url}/chat/context`, {
      headers: { authorization: `Bearer ${key}` },
    });
    expect(await saved.json()).toMatchObject({
      data: {
        context: {
          companyName: "Example Works",
          aiTone: "PRE_SET_TONE",
          selectedTone: "FRIENDLY",
        },
      },
    });
  });

  it("revokes the key, which is then refused", async () => {
    await open("/keys");
    await press("More actions for my first key");
    await page.getByRole("menuitem", { name: "Revoke" }).click();
    await press("Revoke key");
    await page.getByText("my first key is revoked.").first().waitFor();
    await page.getByText("revoked", { exact: true }).waitFor();
    const answer = await fetch(`${installation.url}/credits/balance`, {
      headers: { authorization: `Bearer ${key}` },
    });
    expect(answer.status).toBe(401);
  });

  it("shows where one is signed in, and an error with what to do and its request id", async () => {
    await open("/account");
    await page.getByText("In use").waitFor();
    await inspect("account");
    await open("/security");
    await page.getByText("This device").waitFor();
    await inspect("security");
    await page.route("**/dashboard/api/keys", (route) =>
      route.fulfill({
        status: 503,
        json: {
          message: "The ledger does not answer at the moment. Try again shortly.",
          error: { code: "x", requestId: "r-1" },
        },
      }),
    );
    await open("/keys");
    await page.getByRole("button", { name: "Copy request ID" }).waitFor();
    await inspect("keys-error");
    await page.unroute("**/dashboard/api/keys");
    problems.splice(0, problems.length, ...problems.filter((text) => !text.includes("503")));
  });

  it("opens pages from the keyboard, with a palette and with letters", async () => {
    await open("/");
    await page.getByRole("heading", { name: "Home" }).waitFor();
    await page.keyboard.press("Control+k");
    await page.getByPlaceholder("Search pages and commands").fill("web");
    await inspect("command-palette");
    await page.keyboard.press("Enter");
    await at("/webhooks");
    await page.getByRole("heading", { name: "Webhooks", exact: true }).waitFor();
    await page.keyboard.press("g");
    await page.keyboard.press("k");
    await at("/keys");
    await page.getByRole("button", { name: "Dark theme" }).click();
    const readPaper = () => page.evaluate<string>("getComputedStyle(document.body).backgroundColor");
    const dark = await readPaper();
    await page.reload();
    await page.getByRole("heading", { name: "Keys" }).waitFor();
    expect(await readPaper()).toBe(dark);
    await page.getByRole("button", { name: "System theme" }).click();
    await expect.poll(readPaper).not.toBe(dark);
  });

  it.each([
    "/sign-in",
    "/",
    "/keys",
    "/playground/image",
    "/playground/contract",
    "/collections/new",
    "/webhooks",
  ])("loads less than 150 kB of compressed scripts first: %s", async (path) => {
    const context = await browser.newContext();
    await context.addCookies(path === "/sign-in" ? [] : await page.context().cookies());
    const visitor = await context.newPage();
    const scripts: Promise<number>[] = [];
    visitor.on("response", (answer) => {
      if (answer.url().endsWith(".js"))
        scripts.push(answer.body().then(async (body) => (await gzip(body)).length));
    });
    await visitor.goto(`${installation.url}/dashboard${path}`);
    await visitor.getByRole("heading", { level: 1 }).waitFor();
    await visitor.waitForLoadState("networkidle");
    expect(new URL(visitor.url()).pathname).toBe(`/dashboard${path}`);
    const bytes = (await Promise.all(scripts)).reduce((sum, size) => sum + size, 0);
    process.stderr.write(
      `first load of ${path}: ${Math.round(bytes / 1000)} kB of compressed scripts (goal < 150)\n`,
    );
    expect(scripts.length).toBeGreaterThan(0);
    expect(bytes).toBeLessThan(150_000);
    await context.close();
  });

  it("does not send anybody to another site after signing in", async () => {
    await press("Sign out");
    await at("/sign-in");
    for (const next of ["https://evil.test/", "//evil.test/", "/\\evil.test/"]) {
      await open(`/sign-in?next=${encodeURIComponent(next)}`);
      await page.getByLabel("Email").fill(email);
      await page.getByLabel("Password").fill(password);
      await press("Sign in");
      await page.getByRole("heading", { name: "Home" }).waitFor();
      expect(new URL(page.url()).origin).toBe(installation.url);
      await press("Sign out");
      await at("/sign-in");
    }
  });

  it("signs in with a wallet", async () => {
    const signer = privateKeyToAccount(`0x${"11".repeat(32)}`);
    const context = await browser.newContext();
    const visitor = await context.newPage();
    await visitor.exposeFunction("signWithTestWallet", (raw: `0x${string}`) =>
      signer.signMessage({ message: { raw } }),
    );
    await visitor.addInitScript(`window.ethereum = { request: async ({ method, params }) => ({
      eth_requestAccounts: () => [${JSON.stringify(signer.address)}],
      eth_chainId: () => "0x1",
      personal_sign: () => window.signWithTestWallet(params[0]),
    })[method]() };`);
    await visitor.goto(`${installation.url}/dashboard/sign-in`);
    await visitor.getByRole("button", { name: "Sign in with a wallet" }).click();
    await visitor.getByRole("heading", { name: "First steps" }).waitFor();
    await visitor.goto(`${installation.url}/dashboard/account`);
    await visitor.getByText(signer.address).first().waitFor();
    await context.close();
  });

  it("says nothing wrong in the console", () => {
    expect(problems.filter((text) => !/ 40[0-9] /.test(text))).toEqual([]);
  });
});
