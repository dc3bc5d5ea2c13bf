import { askMintwright } from "@mintwright/test-harness";
import type { Browser, Page } from "playwright-core";
import type { DashboardInstallation } from "./dashboard-installation.ts";
import { inspectPage } from "./inspect-page.ts";

/** Somebody with a browser who has an account and credits. */
export interface Visitor {
  page: Page;
  email: string;
  /** What the console complained of. */
  problems: string[];
  open(path: string): Promise<unknown>;
  press(name: string): Promise<void>;
  inspect(name: string): Promise<void>;
}

/** Signs somebody up in a browser window of their own and redeems a voucher. */
export async function signUpWithCredits(
  { url, mail, database }: DashboardInstallation,
  browser: Browser,
  { credits, email = "owner@example.com" }: { credits: number; email?: string },
): Promise<Visitor> {
  const context = await browser.newContext({ viewport: { width: 1440, height: 900 } });
  // Only pages on this machine or with TLS have a clipboard.
  if (new URL(url).hostname === "127.0.0.1")
    await context.grantPermissions(["clipboard-read", "clipboard-write"], { origin: url });
  const page = await context.newPage();
  page.setDefaultTimeout(60_000);
  const problems: string[] = [];
  page.on("console", (message) => message.type() === "error" && problems.push(message.text()));
  page.on("pageerror", (error) => problems.push(String(error)));
  const open = (path: string) => page.goto(`${url}/dashboard${path}`);
  const press = (name: string) => page.getByRole("button", { name, exact: true }).click();
  await open("/sign-up");
  await page.getByLabel("Email").fill(email);
  await press("Create account");
  await page.goto((await mail.takeEmail(email, 30_000)).link);
  await page.getByLabel("Password").fill("correct horse battery");
  await press("Confirm email");
  await page.getByRole("heading", { name: "Home" }).waitFor();
  const voucher = await askMintwright<{ code: string }>(
    ["admin", "voucher", "create", "--credits", String(credits), "--note", "welcome"],
    { DATABASE_URL: database.url },
  );
  await open("/credits");
  await page.getByLabel("Voucher code").fill(voucher.code);
  await press("Redeem");
  await page.getByText("credits added.").waitFor();
  return { page, email, problems, open, press, inspect: (name) => inspectPage(page, name) };
}
