import {
  findFreePort,
  findTool,
  type IdentityProvider,
  oidcClient,
  startIdentityProvider,
} from "@mintwright/test-harness";
import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { startBrowser } from "./browser.ts";
import { type DashboardInstallation, startDashboard } from "./dashboard-installation.ts";
import { inspectPage } from "./inspect-page.ts";

const chromium = findTool({ variable: "CHROMIUM", purpose: "single sign-on in a real browser" });
// Another site than the dashboard's 127.0.0.1: the browser withholds the dashboard's strict cookies on the way back from it.
const hostName = "localhost";

describe.skipIf(!chromium)("single sign-on", { timeout: 240_000 }, () => {
  let installation: DashboardInstallation;
  let browser: Browser;
  let page: Page;
  let port: number;
  let provider: IdentityProvider | undefined;

  beforeAll(async () => {
    port = await findFreePort();
    installation = await startDashboard({
      settings: {
        OIDC_ISSUER: `http://${hostName}:${port}`,
        OIDC_CLIENT_ID: oidcClient.id,
        OIDC_CLIENT_SECRET: oidcClient.secret,
        OIDC_NAME: "Harbour ID",
      },
    });
    browser = await startBrowser(chromium as string, [`--host-resolver-rules=MAP ${hostName} 127.0.0.1`]);
    page = await (await browser.newContext({ viewport: { width: 1440, height: 900 } })).newPage();
    page.setDefaultTimeout(60_000);
  }, 240_000);

  afterAll(async () => {
    await browser?.close();
    await provider?.stop();
    await installation?.stop();
  });

  const button = (name: string) => page.getByRole("button", { name, exact: true });

  /** From the button of the sign-in page to the last click at the identity provider. */
  async function signInAs(email: string, path = ""): Promise<void> {
    await page.context().clearCookies();
    await page.goto(`${installation.url}/dashboard${path}`);
    await button("Sign in with Harbour ID").click();
    await page.locator("input[name=login]").fill(email);
    await page.locator("input[name=password]").fill("any");
    await page.locator("button[type=submit]").click();
    await page.getByRole("button", { name: "Continue" }).click();
  }

  it("says on the sign-in page that the identity provider does not answer", async () => {
    await page.goto(`${installation.url}/dashboard`);
    await button("Sign in with Harbour ID").click();
    await page.getByText("The identity provider does not answer. Try again shortly.").waitFor();
    await inspectPage(page, "sign-in-provider-down");
    const redirectUri = `${installation.url}/dashboard/api/auth/callback/oidc`;
    provider = await startIdentityProvider({ port, redirectUri, hostName });
  });

  it("brings a user who signs in at the identity provider into the dashboard", async () => {
    await signInAs("ada@example.com");
    await page.getByRole("heading", { name: "Home" }).waitFor();
    await page.goto(`${installation.url}/dashboard/security`);
    await page.getByText("ada@example.com").first().waitFor();
    await page.reload();
    await page.getByText("This device").waitFor();
  });

  it("opens the page that was asked for, and never an address elsewhere", async () => {
    await signInAs("ada@example.com", "/logs?status=error");
    await page.getByRole("heading", { name: "Logs" }).waitFor();
    expect(new URL(page.url()).search).toBe("?status=error");
    await signInAs("ada@example.com", "/sign-in?next=//evil.test/");
    await page.getByRole("heading", { name: "Home" }).waitFor();
    expect(new URL(page.url()).origin).toBe(installation.url);
  });

  it("keeps a user out whose email the identity provider has not confirmed, and says why", async () => {
    await signInAs("unconfirmed@example.com");
    await page.getByText("The identity provider has not confirmed your email address.").waitFor();
    await inspectPage(page, "sign-in-unconfirmed");
    await page.goto(`${installation.url}/dashboard`);
    await button("Sign in with Harbour ID").waitFor();
    expect(await page.getByRole("heading", { name: "Home" }).count()).toBe(0);
  });
});
