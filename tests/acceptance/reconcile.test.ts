import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import {
  askMintwright,
  createDatabase,
  createTestAccount,
  type TestDatabase,
} from "@mintwright/test-harness";
import { afterAll, beforeAll, expect, inject, it } from "vitest";

let database: TestDatabase;
let folder: string;
let events: object[] = [];

/** As much of Stripe as the command asks for: its list of events. */
const stripe = createServer((request, response) => {
  const isList = request.url?.startsWith("/v1/events?");
  response.writeHead(isList ? 200 : 404, { "content-type": "application/json" });
  response.end(JSON.stringify({ object: "list", url: "/v1/events", has_more: false, data: events }));
});

beforeAll(async () => {
  database = await createDatabase(inject("databaseServerUrl"), inject("databaseTemplate"));
  folder = mkdtempSync(join(tmpdir(), "mintwright-reconcile-"));
  await new Promise<void>((resolve) => stripe.listen(0, "127.0.0.1", resolve));
});

afterAll(async () => {
  stripe.closeAllConnections();
  stripe.close();
  rmSync(folder, { recursive: true });
  await database.drop();
});

interface Differences {
  mints: object[];
  payments: { outcome: string; paymentId: string; accountId: string }[];
}

it("admin reconcile records the payments that the provider has and the database lost, once", async () => {
  const file = join(folder, "mintwright.yaml");
  const apiUrl = `http://127.0.0.1:${(stripe.address() as AddressInfo).port}`;
  const secret = (name: string) => ({ env: name });
  const payments = {
    provider: "stripe",
    secretKey: secret("STRIPE_SECRET_KEY"),
    webhookSecret: secret("STRIPE_WEBHOOK_SECRET"),
    currency: "usd",
    pricePerCredit: 5,
    packs: [500],
    apiUrl,
  };
  writeFileSync(file, JSON.stringify({ payments }));
  const environment = {
    DATABASE_URL: database.url,
    STORAGE_DIRECTORY: folder,
    MINTWRIGHT_CONFIG: file,
    STRIPE_SECRET_KEY: "sk_test_1",
    STRIPE_WEBHOOK_SECRET: "whsec_1",
    DASHBOARD_SECRET: "a secret of the tests that is long enough",
    PUBLIC_URL: "http://127.0.0.1:9",
  };
  const { accountId } = await createTestAccount(database.url, { credits: 1 });
  const paymentId = crypto.randomUUID();
  const metadata = {
    mintwright_account: accountId,
    mintwright_payment: paymentId,
    mintwright_credits: "500",
  };
  const session = {
    object: "checkout.session",
    payment_intent: "pi_1",
    payment_status: "paid",
    amount_total: 2_500,
    currency: "usd",
    metadata,
  };
  events = [{ id: "evt_1", object: "event", type: "checkout.session.completed", data: { object: session } }];
  const reconcile = () =>
    askMintwright<Differences>(["admin", "reconcile", "--since", "2026-01-01"], environment);
  expect(await reconcile()).toMatchObject({
    mints: [],
    payments: [{ outcome: "changed", paymentId, accountId }],
  });
  const [account] = await database.query<{ balance: string }>(
    "select balance from account where account_id = $1",
    [accountId],
  );
  expect(Number(account?.balance)).toBe(50_100);
  expect(await reconcile()).toEqual({
    filesWithoutImages: [],
    imagesWithoutFiles: [],
    mints: [],
    payments: [],
  });
});
