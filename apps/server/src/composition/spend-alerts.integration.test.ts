import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { grantCredits, reclaimGrant } from "../features/credits/index.ts";
import { createSpendAlertJob } from "../features/spend-alerts/index.ts";
import type { Visitor } from "./__fixtures__/dashboard-visitor.ts";
import { type DashboardFixture, startDashboard } from "./__fixtures__/dashboard-visitor.ts";

let fixture: DashboardFixture;
let owner: Visitor & { email: string; accountId: string };

beforeAll(async () => {
  fixture = await startDashboard();
});
afterAll(() => fixture.close());
beforeEach(async () => {
  owner = await fixture.signUp();
  await grantCredits(fixture.platform.database, owner.accountId, 10_000, "test");
});

/** Runs the job, as two workers at the same moment do. */
async function look() {
  const { database, queue } = fixture.platform;
  const job = createSpendAlertJob({ database, enqueue: queue.enqueue });
  await Promise.all([job.handle({}), job.handle({})]);
}

const query = async <Row>(text: string, values: unknown[] = []) => {
  const { default: pg } = await import("pg");
  const client = new pg.Client({ connectionString: fixture.databaseUrl });
  await client.connect();
  try {
    return (await client.query(text, values)).rows as Row[];
  } finally {
    await client.end();
  }
};

/** Notes spending at a time, as a settlement does. */
const spend = (amount: number, hour = "now()") =>
  query(
    `insert into usage_hour as u (account_id, hour, key_id, operation, requests, spent)
     values ($1, date_trunc('hour', ${hour}), gen_random_uuid(), 'test', 1, $2)`,
    [owner.accountId, amount],
  );

const add = async (kind: string, amount: number) => {
  const { status, body } = await owner.call("POST", "/credits/alerts", { kind, amount });
  expect(status).toBe(200);
  return String(body.id);
};

const sent = async () =>
  (
    await query<{ body: string }>(
      "select body from webhook_delivery where account_id = $1 order by created_at, delivery_id",
      [owner.accountId],
    )
  ).map(({ body }) => JSON.parse(body));

describe("a spend alert", () => {
  it("is sent once for the day, by email and to the endpoints that chose it", async () => {
    const path = "/operations/webhooks/endpoints";
    await owner.call("POST", path, { url: "https://93.184.215.14/all" });
    await owner.call("POST", path, { url: "https://93.184.215.14/other", events: ["news.article"] });
    const alertId = await add("day", 5);
    await spend(499);
    await look();
    expect(await sent()).toEqual([]);
    await spend(1);
    await look();
    await look();
    const day = new Date().toISOString().slice(0, 10);
    expect(await sent()).toMatchObject([
      { type: "credits.alert", data: { alertId, kind: "day", threshold: 5, value: 5, period: day } },
    ]);
    const email = await fixture.mail.takeEmail(owner.email, 20_000);
    expect(email.text).toContain(`has spent 5 credits on ${day} (UTC)`);
    expect((await owner.call("GET", "/credits/alerts")).body).toMatchObject({
      alerts: [{ id: alertId, kind: "day", amount: 5, sentAt: expect.any(String) }],
    });
    // The next day it is ready again.
    await query("update spend_alert set sent_for = sent_for - 1 where alert_id = $1", [alertId]);
    await look();
    expect(await sent()).toHaveLength(2);
  });

  it("counts a month, and each threshold by itself", async () => {
    await owner.call("POST", "/operations/webhooks/endpoints", { url: "https://93.184.215.14/all" });
    await add("month", 10);
    await add("month", 20);
    await spend(700, "date_trunc('month', now() at time zone 'UTC') at time zone 'UTC'");
    await spend(500);
    await look();
    await look();
    const month = `${new Date().toISOString().slice(0, 7)}-01`;
    expect((await sent()).map(({ data }) => [data.kind, data.threshold, data.value, data.period])).toEqual([
      ["month", 10, 12, month],
    ]);
    await spend(900);
    await look();
    expect((await sent()).map(({ data }) => data.threshold)).toEqual([10, 20]);
  });

  it("does not look at days before it was created", async () => {
    await owner.call("POST", "/operations/webhooks/endpoints", { url: "https://93.184.215.14/all" });
    await spend(900, "now() - interval '1 day'");
    await add("day", 5);
    await look();
    expect(await sent()).toEqual([]);
  });

  it("about the balance is sent when it falls below, and again after it was above", async () => {
    const { database } = fixture.platform;
    await owner.call("POST", "/operations/webhooks/endpoints", { url: "https://93.184.215.14/all" });
    await add("balance", 50);
    const take = (amount: number) =>
      database
        .transaction()
        .execute((transaction) => reclaimGrant(transaction, owner.accountId, amount, "test"));
    await take(5_000);
    await look();
    expect(await sent()).toEqual([]);
    await take(1);
    await look();
    await look();
    expect((await sent()).map(({ data }) => [data.value, data.period])).toEqual([[49.99, null]]);
    await grantCredits(database, owner.accountId, 1, "back");
    await look();
    await take(2);
    await look();
    expect((await sent()).map(({ data }) => data.value).sort()).toEqual([49.98, 49.99]);
  });

  it("exists once for a threshold, is limited in number, and is its account's own", async () => {
    const id = await add("day", 0.01);
    expect(await add("day", 0.01)).toBe(id);
    for (let amount = 1; amount < 20; amount++) await add("day", amount);
    expect((await owner.call("POST", "/credits/alerts", { kind: "day", amount: 99 })).status).toBe(409);
    expect((await owner.call("POST", "/credits/alerts", { kind: "day", amount: 0.001 })).status).toBe(400);
    const stranger = await fixture.signUp();
    expect((await stranger.call("DELETE", `/credits/alerts/${id}`)).status).toBe(404);
    expect((await owner.call("DELETE", `/credits/alerts/${id}`)).status).toBe(200);
    expect((await owner.call("DELETE", `/credits/alerts/${id}`)).status).toBe(404);
  });
});
