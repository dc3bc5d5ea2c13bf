import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { findTool, type ScriptedModelServer, startScriptedModelServer } from "@mintwright/test-harness";
import pg from "pg";
import type { Browser } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { startBrowser } from "./browser.ts";
import { type DashboardInstallation, startDashboard } from "./dashboard-installation.ts";
import { type PayingStripe, startPayingStripe } from "./paying-stripe.ts";
import { signUpWithCredits, type Visitor } from "./visitor.ts";

const chromium = findTool({ variable: "CHROMIUM", purpose: "buying credits in a real browser" });
const folder = mkdtempSync(join(tmpdir(), "mintwright-payments-"));

describe.skipIf(!chromium)("credits", { timeout: 300_000 }, () => {
  let stripe: PayingStripe;
  let model: ScriptedModelServer;
  let installation: DashboardInstallation;
  let browser: Browser;
  let owner: Visitor;
  let accountId = "";

  beforeAll(async () => {
    stripe = await startPayingStripe();
    model = await startScriptedModelServer();
    const config = join(folder, "mintwright.yaml");
    writeFileSync(
      config,
      `payments:
  provider: stripe
  secretKey: { env: STRIPE_SECRET_KEY }
  webhookSecret: { env: STRIPE_WEBHOOK_SECRET }
  currency: usd
  pricePerCredit: 5
  packs: [200, 500, 2000, 10000]
  apiUrl: ${stripe.url}
engines:
  model: { type: openai, baseUrl: "${model.baseUrl}", model: scripted }
models:
  general_assistant: model
`,
    );
    installation = await startDashboard({
      withWorker: true,
      settings: {
        MINTWRIGHT_CONFIG: config,
        STRIPE_SECRET_KEY: "sk_test_1",
        STRIPE_WEBHOOK_SECRET: stripe.webhookSecret,
      },
    });
    browser = await startBrowser(chromium as string);
    owner = await signUpWithCredits(installation, browser, { credits: 25 });
  }, 300_000);

  afterAll(async () => {
    await browser?.close();
    await installation?.stop();
    await stripe?.stop();
    await model?.stop();
    rmSync(folder, { recursive: true, force: true });
  });

  async function query<Row>(sql: string, values: unknown[] = []): Promise<Row[]> {
    const client = new pg.Client({ connectionString: installation.database.url });
    await client.connect();
    try {
      return (await client.query(sql, values)).rows as Row[];
    } finally {
      await client.end();
    }
  }

  it("are bought: the price is on the button, the card is typed elsewhere, and they arrive while one looks", async () => {
    const { page } = owner;
    await page.route("https://checkout.stripe.com/**", (route) => route.fulfill({ body: "pay here" }));
    await owner.open("/credits");
    await page.getByText("500 credits", { exact: true }).click();
    await owner.inspect("credits-buy");
    await owner.press("Buy 500 credits · $25.00");
    await page.waitForURL("https://checkout.stripe.com/**");
    const [payment] = await query<{ payment_id: string; account_id: string }>("select * from payment");
    accountId = payment?.account_id ?? "";
    await owner.open(`/credits?payment=${payment?.payment_id}`);
    await page.getByText("Payment processing.").waitFor();
    expect(await stripe.pay(installation.url)).toBe(200);
    await page.getByText("500 credits were added.").waitFor();
    await page.getByTestId("balance").getByText("525", { exact: true }).waitFor();
    await page.getByText(/^Added · stripe payment pi_/).waitFor();
    await owner.inspect("credits-bought");
  });

  it("[KEY-15] where a key is created the page says that it belongs on a server, never in client or public code", async () => {
    const { page } = owner;
    await owner.open("/keys");
    await owner.press("Create Secret Key");
    const dialog = page.getByRole("dialog");
    await dialog.getByText("Use keys only on your server.").waitFor();
    expect(await dialog.textContent()).toContain("Never put a key in an app, a web page or public code");
    await dialog.getByLabel("Name").fill("shop");
    await owner.press("Create key");
    await dialog.getByText("Never put it in client or public code").waitFor();
    await owner.press("Done");
  });

  it("[CTX-8] let one hear the assistant with a context before it is saved, at the price that the button says", async () => {
    const { page } = owner;
    await owner.open("/keys");
    await page.getByRole("link", { name: "Context" }).click();
    await page.getByLabel("Name", { exact: true }).fill("Lantern Works");
    await page.getByLabel("Description").fill("Lantern Works sells paper lanterns to lighthouses.");
    await page.getByLabel("Ask the assistant").fill("What does Lantern Works sell?");
    model.follow({
      kind: "pieces",
      pieces: ["Good evening! ", "We light lighthouses ", "<b>with paper</b>."],
      everyInMs: 300,
    });
    await owner.press("Preview · 0.5 credits");
    await page.getByText("Good evening!").waitFor();
    const answer = page.getByRole("region", { name: "Answer" });
    await page.locator("section[aria-label=Answer][aria-busy=false]").waitFor();
    expect(await answer.textContent()).toBe("Good evening! We light lighthouses <b>with paper</b>.");
    expect(JSON.stringify(model.calls[0]?.messages)).toContain("paper lanterns to lighthouses");
    await page.getByTestId("balance").getByText("524.5", { exact: true }).waitFor();
    await owner.inspect("context-preview");
    // Nothing was saved by it.
    expect(await query("select 1 from chat_context")).toEqual([]);
  });

  it("have a ledger whose filters are its address, for the page and for the CSV", async () => {
    const { page } = owner;
    await owner.open("/credits");
    const requests = page.getByRole("list", { name: "Requests" }).getByRole("listitem");
    // One call is one row, which opens to its entries with the balance after each.
    const preview = requests.filter({ hasText: "Stream chat" });
    await preview.first().waitFor();
    expect(await preview.count()).toBe(1);
    expect(await preview.textContent()).toMatch(/−0\.5.*524\.5/);
    await preview.getByRole("button", { name: /^Entries of Stream chat/ }).click();
    const entries = preview.getByRole("list", { name: "Entries" }).getByRole("listitem");
    expect((await entries.allTextContents()).map((text) => text.replace(/ ·.*M/, ""))).toEqual([
      expect.stringMatching(/^Spent 0\.5 of the hold\s*0.*524\.5$/),
      expect.stringMatching(/^Held\s*−0\.5.*524\.5$/),
    ]);
    await owner.inspect("credits-open-request");
    await query(
      `insert into ledger_entry (account_id, kind, amount, operation, key_id, request_id, created_at)
       select $1, part.kind::ledger_kind, 200, 'generateImage', k.key_id, 'request-' || n, now() - make_interval(secs => n)
       from generate_series(500, 1, -1) n, (values ('hold'), ('release')) part(kind),
         (select key_id from api_key where account_id = $1 and name = 'shop') k
       order by n desc, part.kind`,
      [accountId],
    );
    await owner.open("/credits");
    await page.getByRole("link", { name: "shop" }).first().click();
    await page.waitForURL(/[?&]key=[0-9a-f-]{36}/);
    await page.getByLabel(/^Type/).selectOption("release");
    await page.waitForURL(/[?&]kind=release/);
    await requests.filter({ hasText: "Generate image · Not charged" }).first().waitFor();
    // What was shown before stays until the answer is there.
    await expect.poll(() => requests.filter({ hasText: "Stream chat" }).count(), { timeout: 30_000 }).toBe(0);
    const csv = await page.evaluate(
      `fetch(document.querySelector("a[download]").href).then((answer) => answer.text())`,
    );
    const lines = String(csv).trimEnd().split("\r\n").slice(1);
    expect(lines).toHaveLength(500);
    expect(new Set(lines.map((line) => line.split(",")[1]))).toEqual(new Set(["release"]));
    await page.reload();
    await requests.filter({ hasText: "Generate image · Not charged" }).first().waitFor();
    for (let shown = 50; shown < 500; shown += 50) {
      await owner.press("Load more");
      await requests.nth(shown).waitFor();
    }
    expect(await requests.count()).toBe(500);
    await page.goBack();
    await page.waitForURL((url) => !url.search.includes("kind="));
    await page.getByLabel(/^Operation/).selectOption("streamChat");
    await page.getByText("No matching entries").waitFor();
    await page.getByRole("link", { name: "Clear filters" }).click();
    await requests.nth(49).waitFor();
    await owner.inspect("credits-long");
  });

  it("show forty keys with long names, run nothing that a name says, and have a shape while they load", async () => {
    const { page } = owner;
    await query(
      `insert into api_key (account_id, key_id, name, secret_hash, shown_prefix, rate_per_minute)
       select $1, gen_random_uuid(), 'A key for the ' || repeat('very ', n % 10) || 'long name of service ' || n,
         sha256(convert_to('planted ' || n, 'UTF8')), 'mw_live_aaXX', 200 from generate_series(1, 40) n`,
      [accountId],
    );
    await query(
      `insert into api_key_window (account_id, key_id)
       select account_id, key_id from api_key where account_id = $1 on conflict do nothing`,
      [accountId],
    );
    await owner.open("/keys");
    await page.getByText("long name of service 40").waitFor();
    await owner.inspect("keys-long");
    await query("update api_key set name = $2 where account_id = $1 and name = 'shop'", [
      accountId,
      "<img src=x onerror=window.wasRun=1><script>window.wasRun=1</script>",
    ]);
    for (const place of ["/keys", "/credits"]) {
      await owner.open(place);
      // Attached and not visible: the first that has the name may be a choice of a closed list.
      await page.getByText("<img src=x onerror").first().waitFor({ state: "attached" });
      expect(await page.evaluate("[window.wasRun, document.querySelectorAll('main img').length]")).toEqual([
        undefined,
        0,
      ]);
    }
    await page.route("**/dashboard/api/{keys,credits,credits/**,payments/**}", () => {});
    for (const place of ["keys", "credits"]) {
      await owner.open(`/${place}`);
      await page.getByRole("status").first().waitFor();
      await owner.inspect(`${place}-loading`);
    }
    await page.unrouteAll();
  });

  /** Runs a job that workers run every minute. */
  const runJob = (name: string) => query("insert into pgboss.job (name, data) values ($1, '{}')", [name]);

  it("are watched: an alert is sent by email, and the page says when", async () => {
    const { page } = owner;
    await owner.open("/credits");
    await page.getByLabel("Alert when").selectOption("balance");
    await page.getByLabel("Credits", { exact: true }).fill("600");
    await owner.press("Add alert");
    const alert = page.getByRole("list", { name: "Spend alerts" }).getByRole("listitem");
    await alert.getByText("Balance below 600 credits").waitFor();
    await alert.getByText("Not sent yet").waitFor();
    await runJob("send-spend-alerts");
    const email = await installation.mail.takeEmail(owner.email, 30_000);
    expect(email.subject).toBe("Balance below 600 credits");
    await page.reload();
    await alert.getByText(/^Last sent /).waitFor();
    await owner.inspect("credits-alerts");
    await owner.press("Delete alert: Balance below 600 credits");
    await owner.press("Delete alert");
    await expect.poll(() => alert.count()).toBe(0);
  });

  it("are bought automatically with a saved card, with a receipt, until a charge is declined", async () => {
    const { page } = owner;
    const topUp = page.getByRole("region", { name: "Automatic top-up" });
    await page.route("https://checkout.stripe.com/**", (route) => route.fulfill({ body: "save here" }));
    await owner.open("/credits");
    await owner.press("Save a payment method");
    await page.waitForURL("https://checkout.stripe.com/**");
    await owner.open("/credits?method=saved");
    await topUp.getByText("Saving your payment method…").waitFor();
    expect(await stripe.saveCard(installation.url)).toBe(200);
    await topUp.getByText("visa •••• 4242").waitFor();
    await topUp.getByLabel("When the balance is below").fill("1000");
    await topUp.getByLabel("Buy").selectOption("500");
    await topUp.getByLabel("At most per month (USD)").fill("10");
    await owner.press("Switch on");
    await topUp.getByText("The monthly limit must be at least the price of one pack.").waitFor();
    await topUp.getByLabel("At most per month (USD)").fill("60");
    await owner.press("Switch on");
    await topUp.getByRole("status").getByText("On", { exact: true }).waitFor();
    await owner.inspect("credits-top-up");
    await runJob("find-low-balances");
    const bought = await installation.mail.takeEmail(owner.email, 30_000);
    expect(bought.subject).toBe("500 credits were bought automatically");
    await owner.open("/credits");
    await topUp.getByText("$25.00 this month").waitFor();
    const payments = page.getByRole("list", { name: "Payments" }).getByRole("listitem");
    expect(await payments.count()).toBe(2);
    const [receipt] = await Promise.all([
      page.waitForEvent("download"),
      payments
        .first()
        .getByRole("link", { name: /^Receipt of / })
        .click(),
    ]);
    expect(
      readFileSync(await receipt.path())
        .subarray(0, 5)
        .toString(),
    ).toBe("%PDF-");
    stripe.declines = true;
    await topUp.getByLabel("When the balance is below").fill("5000");
    await owner.press("Save changes");
    await runJob("find-low-balances");
    const stopped = await installation.mail.takeEmail(owner.email, 30_000);
    expect(stopped.subject).toBe("Automatic top-up is switched off");
    await owner.open("/credits");
    await topUp.getByText("Your card was declined.").waitFor();
    await owner.inspect("credits-top-up-stopped");
    await owner.press("Remove payment method");
    await topUp.getByRole("button", { name: "Save a payment method" }).waitFor();
  });

  it("are not needed to choose another password: its pages are as accessible as the rest", async () => {
    const context = await browser.newContext();
    const page = await context.newPage();
    page.setDefaultTimeout(60_000);
    const { inspectPage } = await import("./inspect-page.ts");
    await page.goto(`${installation.url}/dashboard/forgot-password`);
    await page.getByLabel("Email").fill(owner.email);
    await inspectPage(page, "forgot-password");
    await page.getByRole("button", { name: "Send reset link" }).click();
    await page.getByText("we've sent an email").waitFor();
    await page.goto((await installation.mail.takeEmail(owner.email, 30_000)).link);
    await page.getByLabel("New password").fill("another long password");
    await inspectPage(page, "reset-password");
    await page.getByRole("button", { name: "Change password" }).click();
    await page.getByText("Password changed.").waitFor();
    await context.close();
  });
});
