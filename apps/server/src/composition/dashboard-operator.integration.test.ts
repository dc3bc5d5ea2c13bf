import { randomUUID } from "node:crypto";
import { type DashboardRoute, operatorRoutes } from "@mintwright/api-contract/dashboard";
import { assertLedgerAddsUp } from "@mintwright/test-harness";
import { sql } from "kysely";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { setOperator } from "../features/operator/index.ts";
import { type DashboardFixture, startDashboard } from "./__fixtures__/dashboard-visitor.ts";

let fixture: DashboardFixture;
let operator: Awaited<ReturnType<DashboardFixture["signUp"]>>;

beforeAll(async () => {
  fixture = await startDashboard();
  operator = await fixture.signUp();
  await setOperator(fixture.platform.database, operator.email.toUpperCase(), true);
});

afterAll(() => fixture.close());

type Method = DashboardRoute["method"];

const ask = async <Answer>(method: Method, path: string, body?: unknown) => {
  const answer = await operator.call(method, path, body);
  expect([path, answer.status, answer.text]).toMatchObject([path, 200, expect.any(String)]);
  return answer.body as Answer;
};

describe("the admin console", () => {
  it("opens and closes with the role, and every route of it needs the role", async () => {
    const owner = await fixture.signUp();
    expect(Object.values<DashboardRoute>(operatorRoutes).map(({ role }) => role)).toEqual(
      Array(Object.keys(operatorRoutes).length).fill("operator"),
    );
    expect((await owner.call("GET", "/operator/accounts")).status).toBe(404);
    await setOperator(fixture.platform.database, owner.email, true);
    expect((await owner.call("GET", "/session")).body).toMatchObject({ user: { isOperator: true } });
    expect((await owner.call("GET", "/operator/accounts")).status).toBe(200);
    await setOperator(fixture.platform.database, owner.email, false);
    expect((await owner.call("GET", "/session")).body).toMatchObject({ user: { isOperator: false } });
    expect((await owner.call("GET", "/operator/accounts")).status).toBe(404);
  });

  it("finds accounts by email and id, page by page, with what they own and when they were used", async () => {
    const made = [];
    for (let i = 0; i < 3; i++) made.push(await fixture.signUp(`find_${i}@example.com`));
    const search = (text: string) =>
      ask<{ accounts: { id: string; email: string }[]; nextCursor: string | null }>(
        "GET",
        `/operator/accounts?search=${encodeURIComponent(text)}`,
      );
    expect((await search("FIND_")).accounts.map(({ email }) => email)).toEqual(
      made.map(({ email }) => email).reverse(),
    );
    // Neither of these stands for any character.
    expect((await search("find%1")).accounts).toEqual([]);
    expect((await search("find__")).accounts).toEqual([]);
    const [one] = made;
    expect((await search(String(one?.accountId.slice(0, 13)))).accounts).toMatchObject([
      { id: one?.accountId, balance: 0, activeKeys: 0, lastUsedAt: null },
    ]);
    await sql`insert into account (account_id, email, created_at)
      select gen_random_uuid(), 'page' || n || '@example.com', now() - interval '1 hour' from generate_series(1, 60) n`.execute(
      fixture.platform.database,
    );
    const seen: string[] = [];
    let cursor: string | null = "";
    do {
      const suffix: string = cursor ? `&cursor=${cursor}` : "";
      const page: Awaited<ReturnType<typeof search>> = await ask(
        "GET",
        `/operator/accounts?search=page${suffix}`,
      );
      seen.push(...page.accounts.map(({ id }) => id));
      cursor = page.nextCursor;
    } while (cursor);
    expect([seen.length, new Set(seen).size]).toEqual([60, 60]);
    expect((await operator.call("GET", "/operator/accounts?cursor=x")).status).toBe(400);
  });

  it("grants exactly once however often the button is pressed, and knows who granted what and why", async () => {
    const owner = await fixture.signUp();
    const path = `/operator/accounts/${owner.accountId}/grant`;
    const grant = { grantId: randomUUID(), credits: 12.34, note: "for the workshop" };
    const answers = await Promise.all(Array.from({ length: 8 }, () => operator.call("POST", path, grant)));
    expect(answers.map(({ status, body }) => [status, body])).toEqual(
      Array(8).fill([200, { balance: 12.34 }]),
    );
    expect((await owner.call("GET", "/credits")).body).toMatchObject({ balance: 12.34, granted: 12.34 });
    expect((await owner.call("GET", "/credits/ledger")).body).toMatchObject({
      entries: [{ kind: "grant", amount: 12.34, note: "for the workshop" }],
    });
    const { grants } = await ask<{ grants: unknown[] }>("GET", "/operator/grants");
    expect(grants[0]).toMatchObject({ email: owner.email, credits: 12.34, grantedBy: operator.email });
    const { rows } = await sql`select g.amount = e.amount as is_same from credit_grant g
      join ledger_entry e using (account_id, entry_id) where g.account_id = ${owner.accountId}`.execute(
      fixture.platform.database,
    );
    expect(rows).toEqual([{ is_same: true }]);
    for (const credits of [0, -1, 0.001, 1e12]) {
      const bad = { ...grant, grantId: randomUUID(), credits };
      expect([credits, (await operator.call("POST", path, bad)).status]).toEqual([credits, 400]);
    }
    const nobody = `/operator/accounts/${randomUUID()}/grant`;
    expect((await operator.call("POST", nobody, grant)).status).toBe(404);
    await assertLedgerAddsUp(fixture.databaseUrl);
  });

  it("makes vouchers, and shows who redeemed them but never their codes", async () => {
    const { code } = await ask<{ code: string }>("POST", "/operator/vouchers", {
      credits: 4.75,
      note: "fair",
      expiresAt: null,
    });
    const owner = await fixture.signUp();
    expect((await owner.call("POST", "/credits/redeem", { code })).status).toBe(200);
    const { body, text } = await operator.call("GET", "/operator/vouchers");
    expect(body).toMatchObject({
      vouchers: [
        {
          credits: 4.75,
          note: "fair",
          state: "redeemed",
          redeemedBy: owner.email,
          createdBy: operator.email,
        },
      ],
    });
    expect(text).not.toContain(code.slice(5));
  });

  it("checks the ledger and remembers what it found", async () => {
    const { database } = fixture.platform;
    const { lastCheck } = await ask<{ lastCheck: object }>("POST", "/operator/ledger/check");
    expect(lastCheck).toMatchObject({ checkedBy: operator.email, mismatches: [] });
    expect((await operator.call("GET", "/operator/ledger")).body).toEqual({ lastCheck });
    // An entry that nothing belongs to: the check must notice, or it is none.
    const { rows } = await sql<{ entry_id: number }>`
      insert into ledger_entry (account_id, kind, amount) values (${operator.accountId}, 'grant', 700) returning entry_id`.execute(
      database,
    );
    expect((await ask<{ lastCheck: object }>("POST", "/operator/ledger/check")).lastCheck).toMatchObject({
      mismatches: [{ accountId: operator.accountId, problem: "granted 0, ledger says 700" }],
    });
    await sql`delete from ledger_entry where entry_id = ${rows[0]?.entry_id}`.execute(database);
  });

  it("shows engines with what all processes recorded of them, and asks whether they answer", async () => {
    const { database, self } = fixture.platform;
    const silent = randomUUID();
    await sql`insert into process (process_id, role, host, seen_at) values (${silent}, 'worker', 'gone', now() - interval '1 minute')`.execute(
      database,
    );
    await sql`insert into engine_pause (process_id, engine) values (${self.processId}, 'sketch'), (${silent}, 'sketch')`.execute(
      database,
    );
    await sql`insert into engine_calls values
      ('sketch', date_trunc('minute', now()), 'answered', 0.1, 3), ('sketch', date_trunc('minute', now()), 'failed', 1, 1),
      ('sketch', now() - interval '2 hours', 'answered', 60, 500)`.execute(database);
    await sql`insert into engine_fault values ('sketch', 'it broke with mw_live_aahunter2', now())`.execute(
      database,
    );
    const { engines } = await ask<{ engines: { name: string }[] }>("GET", "/operator/engines");
    expect(engines.find(({ name }) => name === "sketch")).toMatchObject({
      kind: "image",
      isBuiltIn: true,
      pausedIn: 1,
      lastFault: { message: "it broke with mw_live_[secret]" },
      lastHour: { answered: 3, failed: 1 },
      minutes: [{ answered: 3, failed: 1 }],
    });
    expect((await operator.call("GET", "/operator/engines/health")).body).toMatchObject({
      engines: expect.arrayContaining([{ name: "offline", isHealthy: true, message: "built in" }]),
    });
  });

  it("shows queues, processes and failed jobs, and gives a failed job one more attempt", async () => {
    const { database, queue } = fixture.platform;
    const job = "store-news-image";
    await database
      .transaction()
      .execute((transaction) =>
        queue.enqueue(transaction, job, [{ articleId: 1 }, { articleId: 2 }, { articleId: 3 }]),
      );
    await sql`update pgboss.job set state = 'failed', completed_on = now(), output = ${JSON.stringify({ message: "no disk", stack: "at secret place" })}::text::jsonb
      where name = ${job} and (data ->> 'articleId')::int in (1, 2)`.execute(database);
    await sql`update pgboss.job set created_on = now() - interval '90 seconds', start_after = now() - interval '90 seconds'
      where name = ${job} and state = 'created'`.execute(database);
    const readQueue = async () => {
      const { queues } = await ask<{ queues: { queue: string }[] }>("GET", "/operator/queues");
      return queues.find((one) => one.queue === job) as { oldestInSeconds?: number } | undefined;
    };
    expect(await readQueue()).toMatchObject({ waiting: 1, failed: 2 });
    expect((await readQueue())?.oldestInSeconds).toBeGreaterThan(89);
    const list = () =>
      ask<{ jobs: { id: string; error: string; summary: string }[] }>(
        "GET",
        `/operator/failed-jobs?queue=${job}`,
      );
    const { jobs } = await list();
    expect(jobs).toMatchObject([
      { error: "no disk", summary: expect.stringMatching(/^articleId: [12]$/) },
      { error: "no disk" },
    ]);
    expect(JSON.stringify(jobs)).not.toContain("secret place");
    const retry = (body: object) => operator.call("POST", "/operator/failed-jobs/retry", body);
    expect((await retry({ queue: job, jobId: jobs[0]?.id })).body).toEqual({ retried: 1 });
    expect((await retry({ queue: job, jobId: jobs[0]?.id })).status).toBe(404);
    expect((await list()).jobs).toHaveLength(1);
    expect((await retry({ queue: job })).body).toEqual({ retried: 1 });
    expect((await retry({ queue: "no-such-queue" })).status).toBe(404);
    expect(await readQueue()).toMatchObject({ waiting: 3, failed: 0 });
    expect((await operator.call("GET", "/operator/queues")).body).toMatchObject({
      processes: expect.arrayContaining([
        expect.objectContaining({ role: "api", isAlive: true }),
        expect.objectContaining({ host: "gone", isAlive: false }),
      ]),
    });
  });

  it("shows feeds with their last error", async () => {
    await sql`insert into news_feed (url, name, failures, last_error, last_fetched_at)
      values ('https://example.com/feed', 'Example', 3, 'It answered with 500.', now())`.execute(
      fixture.platform.database,
    );
    expect((await operator.call("GET", "/operator/feeds")).body).toMatchObject({
      feeds: [{ name: "Example", failures: 3, lastError: "It answered with 500.", articlesInLastDay: 0 }],
    });
  });
});
