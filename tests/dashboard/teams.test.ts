import { askMintwright, findTool, readTotpCode } from "@mintwright/test-harness";
import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { startBrowser } from "./browser.ts";
import { type DashboardInstallation, startDashboard } from "./dashboard-installation.ts";
import { inspectPage } from "./inspect-page.ts";
import { signUpWithCredits, type Visitor } from "./visitor.ts";

const chromium = findTool({ variable: "CHROMIUM", purpose: "teams and sign-in security in a real browser" });
// Browsers offer passkeys on HTTPS and on localhost, and not for an IP address.
const hostName = "localhost";
const password = "correct horse battery";

describe.skipIf(!chromium)("an organisation", { timeout: 240_000 }, () => {
  let installation: DashboardInstallation;
  let browser: Browser;
  let owner: Visitor;
  let ada: Page;

  beforeAll(async () => {
    installation = await startDashboard({ hostName });
    browser = await startBrowser(chromium as string, [`--host-resolver-rules=MAP ${hostName} 127.0.0.1`]);
    owner = await signUpWithCredits(installation, browser, { credits: 50 });
    owner.page.setDefaultTimeout(30_000);
    ada = await (await browser.newContext({ viewport: { width: 1440, height: 900 } })).newPage();
    ada.setDefaultTimeout(30_000);
  }, 240_000);

  afterAll(async () => {
    await browser?.close();
    await installation?.stop();
  });

  const button = (page: Page, name: string | RegExp) => page.getByRole("button", { name });
  const link = (page: Page, name: string) => page.getByRole("link", { name, exact: true });
  const openAs = (page: Page, path: string) => page.goto(`${installation.url}/dashboard${path}`);

  const awaitBalance = (page: Page, text: string) =>
    page
      .getByTestId("balance")
      .filter({ hasText: new RegExp(`^${text}$`) })
      .waitFor();

  async function signOut(): Promise<void> {
    await owner.press("Sign out");
    await owner.page.getByRole("heading", { name: "Sign in" }).waitFor();
  }

  it("invites a member by email, who signs up, accepts and works with the role", async () => {
    const { page } = owner;
    await owner.open("/account");
    await button(page, "Rename").click();
    await page.getByRole("textbox", { name: "Name" }).fill("Harbour Works");
    await page.getByRole("dialog").getByRole("button", { name: "Rename" }).click();
    await page.getByText("Harbour Works").first().waitFor();
    await owner.inspect("account");
    await link(page, "Members").first().click();
    await page.getByLabel("Email").fill("ada@example.com");
    await page.getByLabel("Role").first().selectOption("developer");
    await owner.press("Send invitation");
    await page.getByText("We've sent an email").waitFor();
    await page.getByText("Open invitations").waitFor();
    await owner.inspect("members-invited");

    const invitation = await installation.mail.takeEmail("ada@example.com");
    await ada.goto(invitation.link);
    await link(ada, "Create an account").click();
    // The page before has a field of the same name.
    await ada.getByRole("heading", { name: "Create an account" }).waitFor();
    await ada.getByLabel("Email").fill("ada@example.com");
    await button(ada, "Create account").click();
    await ada.getByText("Check your email").waitFor();
    await ada.goto((await installation.mail.takeEmail("ada@example.com")).link);
    await ada.getByLabel("Password").fill(password);
    await button(ada, "Confirm email").click();
    await ada.getByText("owner@example.com invited you to Harbour Works.").waitFor();
    await link(ada, "View invitation").click();
    await button(ada, "Accept invitation").waitFor();
    await inspectPage(ada, "invitation");
    await button(ada, "Accept invitation").click();
    await ada.getByRole("combobox", { name: "Organisation" }).waitFor();
    await awaitBalance(ada, "50");
    await openAs(ada, "/keys");
    await button(ada, "Create Secret Key").click();
    await ada.getByLabel("Name").fill("the key of Ada");
    await button(ada, "Create key").click();
    await ada.getByText("Your secret key").waitFor();
    await openAs(ada, "/members");
    await ada.getByText("owner@example.com").waitFor();
    expect(await button(ada, "Send invitation").count()).toBe(0);
    expect(await link(ada, "Audit log").count()).toBe(0);
  });

  it("shows a viewer what a viewer may see, from the next page on", async () => {
    const { page } = owner;
    await owner.open("/members");
    const row = page.getByRole("listitem").filter({ hasText: "ada@example.com" });
    await row.getByLabel("Role").selectOption("viewer");
    await owner.inspect("members");
    await page.reload();
    await row.waitFor();
    expect(await row.getByLabel("Role").inputValue()).toBe("viewer");
    await openAs(ada, "/keys");
    await ada.getByText("the key of Ada").waitFor();
    expect(await button(ada, /Create Secret Key|Revoke|Edit/).count()).toBe(0);
    const navigation = ada.getByRole("navigation", { name: "Main" });
    expect(await navigation.getByRole("link", { name: "Playground" }).count()).toBe(0);
    expect(await navigation.getByRole("link", { name: "Library" }).count()).toBe(1);
    await openAs(ada, "/playground/image");
    await ada.getByText("Your role does not include this page").waitFor();
    await inspectPage(ada, "role-without-page");
    await openAs(ada, "/");
    await ada.getByRole("heading", { name: "Home" }).waitFor();
    await inspectPage(ada, "home-viewer");
  });

  it("is left for another organisation in the shell, and is back with it", async () => {
    const switcher = ada.getByRole("combobox", { name: "Organisation" });
    await switcher.selectOption({ label: "ada" });
    await ada.getByRole("navigation", { name: "Tools" }).waitFor();
    await awaitBalance(ada, "0");
    await switcher.selectOption({ label: "Harbour Works" });
    await awaitBalance(ada, "50");
  });

  it("writes down who did what", async () => {
    const { page } = owner;
    await owner.open("/audit-log");
    const entries = page.getByRole("list", { name: "Audit log" }).getByRole("listitem");
    await entries.filter({ hasText: "Member role changed" }).waitFor();
    await entries.filter({ hasText: "Key created" }).filter({ hasText: "ada@example.com" }).waitFor();
    await entries.filter({ hasText: "Credits voucher redeemed" }).waitFor();
    await owner.inspect("audit-log");
  });

  it("removes a member, who is in their own organisation then", async () => {
    const { page } = owner;
    await owner.open("/members");
    await button(page, "Remove ada@example.com").click();
    await page.getByRole("dialog").getByRole("button", { name: "Remove member" }).click();
    await page.getByText("ada@example.com").first().waitFor({ state: "detached" });
    await openAs(ada, "/credits");
    await awaitBalance(ada, "0");
    expect(await ada.getByRole("combobox", { name: "Organisation" }).count()).toBe(0);
  });

  it("asks its owner for a code after the password once that is turned on", async () => {
    const { page } = owner;
    await owner.open("/security");
    await page.getByText("This device").waitFor();
    await owner.inspect("security");
    await owner.press("Turn on");
    await page.getByRole("dialog").getByLabel("Password").fill(password);
    const enabled = page.waitForResponse("**/auth/two-factor/enable");
    await owner.press("Continue");
    const { totpURI } = (await (await enabled).json()) as { totpURI: string };
    await page.getByRole("img", { name: "QR code" }).waitFor();
    await owner.inspect("two-factor");
    await page.getByRole("textbox", { name: "Code" }).fill(readTotpCode(totpURI));
    await owner.press("Verify and turn on");
    await page.getByText("New backup codes").waitFor();
    await signOut();
    await page.getByLabel("Email").fill(owner.email);
    await page.getByLabel("Password").fill(password);
    await owner.press("Sign in");
    await page.getByLabel("Code of your authenticator app").waitFor();
    await owner.inspect("sign-in-code");
    await page.getByLabel("Code of your authenticator app").fill("000000");
    await owner.press("Verify");
    await page.getByText("The code is wrong").waitFor();
    await page.getByLabel("Code of your authenticator app").fill(readTotpCode(totpURI));
    await owner.press("Verify");
    await page.getByRole("heading", { name: "Home" }).waitFor();
  });

  it("is opened with a passkey, without password and code", async () => {
    const { page } = owner;
    const devtools = await page.context().newCDPSession(page);
    await devtools.send("WebAuthn.enable");
    await devtools.send("WebAuthn.addVirtualAuthenticator", {
      options: {
        ...{ protocol: "ctap2", transport: "internal", hasResidentKey: true, hasUserVerification: true },
        ...{ isUserVerified: true, automaticPresenceSimulation: true },
      },
    });
    await owner.open("/security");
    await owner.press("Add a passkey");
    await page.getByText("on one device").waitFor();
    await signOut();
    await owner.press("Sign in with a passkey");
    await page.getByRole("heading", { name: "Home" }).waitFor();
    await owner.open("/security");
    await button(page, /^Delete Chrome/).click();
    await page.getByText("No passkeys yet").waitFor();
    await signOut();
    await owner.press("Sign in with a passkey");
    await page.getByText("This passkey is unknown here").waitFor();
  });

  it("lets its owner in again after the operator removed the lost second factor", async () => {
    const { page } = owner;
    await askMintwright(["admin", "user", "remove-second-factor", "--user", owner.email], {
      DATABASE_URL: installation.database.url,
    });
    await owner.open("/sign-in");
    await page.getByLabel("Email").fill(owner.email);
    await page.getByLabel("Password").fill(password);
    await owner.press("Sign in");
    await page.getByRole("heading", { name: "Home" }).waitFor();
    await owner.open("/audit-log");
    const entries = page.getByRole("list", { name: "Audit log" }).getByRole("listitem");
    await entries
      .filter({ hasText: "Member second factor removed" })
      .filter({ hasText: "Operator" })
      .waitFor();
    await owner.open("/security");
    await page.getByRole("button", { name: "Turn on", exact: true }).waitFor();
  });

  it("knows a user by another email after the link was opened", async () => {
    await openAs(ada, "/security");
    await ada.getByLabel("New email").fill("ada@elsewhere.example");
    await ada.getByLabel("Password", { exact: true }).fill(password);
    await button(ada, "Change email").click();
    await ada.getByText("We've sent a link to ada@elsewhere.example").waitFor();
    await ada.goto((await installation.mail.takeEmail("ada@elsewhere.example")).link);
    await button(ada, "Confirm new email").click();
    await ada.getByText("Your email is now ada@elsewhere.example").waitFor();
  });
});
