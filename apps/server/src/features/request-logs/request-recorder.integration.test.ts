import { sql } from "kysely";
import pino from "pino";
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { type ClonedDatabase, cloneDatabase } from "../../platform/__fixtures__/cloned-database.ts";
import { createMetrics, type Metrics } from "../../platform/telemetry/metrics.ts";
import { createKeyedAccount, type KeyedAccount } from "../__fixtures__/index.ts";
import { putStoresBodies } from "./log-settings.repository.ts";
import type { EndedRequest } from "./request-log.ts";
import { createRequestRecorder, type LogSettings } from "./request-recorder.ts";

let clone: ClonedDatabase;
let owner: KeyedAccount;

beforeAll(async () => {
  clone = await cloneDatabase();
  owner = await createKeyedAccount(clone.database);
});

afterAll(() => clone.close());

function start(settings: Partial<LogSettings> = {}) {
  const metrics = createMetrics();
  const recorder = createRequestRecorder({
    database: clone.connect("recorder", 1),
    logger: pino({ level: "silent" }),
    metrics,
    settings: { fullRatePerSecond: 1_000_000, storesBodies: false, ...settings },
  });
  return { recorder, metrics };
}

const requestOf = ({ accountId, keyId }: KeyedAccount, part: Partial<EndedRequest> = {}): EndedRequest => ({
  accountId,
  keyId,
  requestId: "r1",
  operation: "generateImage",
  model: "velogen",
  method: "POST",
  url: "/nft/generate-image?encoding=base64",
  status: 200,
  errorCode: undefined,
  latencyInMs: 12.4,
  isEndless: false,
  charged: 100,
  held: 0,
  requestBody: { prompt: "a fox" },
  response: undefined,
  ...part,
});

async function readOutcomes({ requestLogRows }: Metrics): Promise<Record<string, number>> {
  const { values } = await requestLogRows.get();
  return Object.fromEntries(values.map(({ labels, value }) => [labels.outcome, value]));
}

const countLogs = async (accountId: string) => {
  const [row] = await clone.query<{ count: string }>(
    "select count(*) from request_log where account_id = $1",
    [accountId],
  );
  return Number(row?.count);
};

/** Holds back every writer until the returned function is called. */
async function blockWriters(): Promise<() => Promise<void>> {
  const [held, ended] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  const blocking = clone
    .connect("blocker", 1)
    .transaction()
    .execute(async (open) => {
      await sql`select pg_advisory_xact_lock(hashtextextended('request_log', 0))`.execute(open);
      held.resolve();
      await ended.promise;
    });
  await held.promise;
  return async () => {
    ended.resolve();
    await blocking;
  };
}

it("writes within a second, with totals by hour when it stops", async () => {
  const { recorder, metrics } = start();
  recorder.record(requestOf(owner));
  recorder.record(
    requestOf(owner, { status: 402, errorCode: "insufficient_credits", charged: 0, model: undefined }),
  );
  await vi.waitFor(async () => expect(await countLogs(owner.accountId)).toBe(2), { timeout: 5_000 });
  expect(
    await clone.query(
      `select request_id, operation, model, method, path, status, error_code, latency_in_ms, charged::integer, held::integer,
         sample_factor from request_log order by log_id`,
    ),
  ).toEqual([
    {
      ...{ request_id: "r1", operation: "generateImage", model: "velogen", method: "POST", held: 0 },
      ...{ path: "/nft/generate-image", status: 200, error_code: null, latency_in_ms: 12, charged: 100 },
      sample_factor: 1,
    },
    expect.objectContaining({ status: 402, error_code: "insufficient_credits", model: null, charged: 0 }),
  ]);
  await recorder.stop();
  expect(
    await clone.query(
      `select model, requests::integer, client_errors::integer, charged::integer, latencies[7]::integer as "to15Ms"
       from request_hour where account_id = $1 order by model`,
      [owner.accountId],
    ),
  ).toEqual([
    { model: "", requests: 1, client_errors: 1, charged: 0, to15Ms: 1 },
    { model: "velogen", requests: 1, client_errors: 0, charged: 100, to15Ms: 1 },
  ]);
  expect(await readOutcomes(metrics)).toEqual({
    written: 2,
    ...{ sampled_out: 0, dropped: 0, body_dropped: 0, count_dropped: 0 },
  });
});

it("adds to the totals of other processes", async () => {
  const other = await createKeyedAccount(clone.database);
  const recorders = [start().recorder, start().recorder];
  for (const recorder of recorders) for (let count = 0; count < 3; count++) recorder.record(requestOf(other));
  await Promise.all(recorders.map((recorder) => recorder.stop()));
  expect(
    await clone.query(
      "select sum(requests)::integer as requests, count(*)::integer as rows from request_hour where account_id = $1",
      [other.accountId],
    ),
  ).toEqual([{ requests: 6, rows: 1 }]);
  expect(await countLogs(other.accountId)).toBe(6);
});

it("logs a part of the successful requests above the rate, all errors, and counts all", async () => {
  const busy = await createKeyedAccount(clone.database);
  const { recorder, metrics } = start({ fullRatePerSecond: 10 });
  for (let count = 0; count < 1_000; count++)
    recorder.record(requestOf(busy, { status: count % 10 === 0 ? 503 : 200 }));
  await recorder.stop();
  const [sums] = await clone.query<Record<string, number>>(
    `select (count(*) filter (where status = 503))::integer as errors, (count(*) filter (where status = 200))::integer as kept,
       (sum(sample_factor) filter (where status = 200))::integer as represented, max(sample_factor) as factor
     from request_log where account_id = $1`,
    [busy.accountId],
  );
  expect(sums?.errors).toBe(100);
  expect(sums?.kept).toBeLessThan(100);
  expect(sums?.factor).toBeGreaterThan(8);
  expect(sums?.represented).toBeGreaterThan(700);
  expect(sums?.represented).toBeLessThanOrEqual(900);
  expect(
    await clone.query(
      "select requests::integer, server_errors::integer from request_hour where account_id = $1",
      [busy.accountId],
    ),
  ).toEqual([{ requests: 1_000, server_errors: 100 }]);
  const { written, sampled_out: sampledOut } = await readOutcomes(metrics);
  expect([written, sampledOut]).toEqual([100 + (sums?.kept ?? 0), 900 - (sums?.kept ?? 0)]);
});

describe("a database that does not take rows", () => {
  it("costs the newest rows beyond the bound and never the caller's time", async () => {
    const waiting = await createKeyedAccount(clone.database);
    const { recorder, metrics } = start();
    const release = await blockWriters();
    recorder.record(requestOf(waiting));
    // The first row is on its way and waits.
    await vi.waitFor(
      async () =>
        expect(
          await clone.query(
            "select 1 from pg_stat_activity where application_name = 'recorder' and wait_event_type = 'Lock'",
          ),
        ).toHaveLength(1),
      { timeout: 5_000 },
    );
    const startedAt = performance.now();
    for (let count = 0; count < 10_500; count++) recorder.record(requestOf(waiting));
    expect(performance.now() - startedAt).toBeLessThan(1_000);
    expect((await readOutcomes(metrics)).dropped).toBe(500);
    await release();
    await recorder.stop();
    expect(await countLogs(waiting.accountId)).toBe(10_001);
    expect((await readOutcomes(metrics)).written).toBe(10_001);
  });

  it("costs the batch that it refuses, and the next one is written", async () => {
    const refused = await createKeyedAccount(clone.database);
    const { recorder, metrics } = start();
    await clone.query("alter table request_log rename to request_log_away");
    recorder.record(requestOf(refused));
    await vi.waitFor(async () => expect((await readOutcomes(metrics)).dropped).toBe(1), { timeout: 5_000 });
    await clone.query("alter table request_log_away rename to request_log");
    recorder.record(requestOf(refused));
    await recorder.stop();
    expect(await countLogs(refused.accountId)).toBe(1);
  });

  it("costs the counts and the requests without a known key that it cannot take, and a metric says so", async () => {
    const uncounted = await createKeyedAccount(clone.database);
    const { recorder, metrics } = start();
    await clone.query("alter table request_hour rename to request_hour_away");
    await clone.query("alter table api_key rename to api_key_away");
    recorder.record(requestOf(uncounted));
    recorder.record(requestOf(uncounted));
    const { accountId: _account, keyId: _key, ...unread } = requestOf(uncounted);
    recorder.recordUnread("00", unread);
    await recorder.stop();
    await clone.query("alter table api_key_away rename to api_key");
    await clone.query("alter table request_hour_away rename to request_hour");
    expect(await readOutcomes(metrics)).toMatchObject({ written: 2, dropped: 1, count_dropped: 2 });
  });
});

it("leaves nothing of an account that is deleted while a batch is written", async () => {
  const gone = await createKeyedAccount(clone.database);
  // As write_request_logs, not committed yet: it has seen the account.
  const [written, ended] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  const batch = clone
    .connect("late batch", 1)
    .transaction()
    .execute(async (open) => {
      await sql`select pg_advisory_xact_lock(hashtextextended('request_log', 0))`.execute(open);
      await sql`insert into request_log (account_id, created_at, request_id, key_id, operation, method, path, status,
          latency_in_ms, charged, held, sample_factor)
        values (${gone.accountId}::uuid, now(), 'r', ${gone.keyId}::uuid, 'o', 'GET', '/', 200, 1, 0, 0, 1)`.execute(
        open,
      );
      written.resolve();
      await ended.promise;
    });
  await written.promise;
  const { recorder } = start();
  recorder.record(requestOf(gone));
  const deletion = clone.query("select delete_account($1) as deleted", [gone.accountId]);
  await vi.waitFor(
    async () =>
      expect(
        await clone.query(
          "select 1 from pg_stat_activity where wait_event_type = 'Lock' and query like 'select delete_account%'",
        ),
      ).toHaveLength(1),
    { timeout: 5_000 },
  );
  ended.resolve();
  await batch;
  expect(await deletion).toEqual([{ deleted: true }]);
  recorder.record(requestOf(gone));
  await recorder.stop();
  for (const table of ["request_log", "request_hour"])
    expect(await clone.query(`select 1 from ${table} where account_id = $1`, [gone.accountId])).toEqual([]);
});

it("stores bodies of owners who switched them on, and of no one where the operator does not allow it", async () => {
  const [on, off, later] = await Promise.all(
    Array.from({ length: 3 }, () => createKeyedAccount(clone.database)),
  );
  if (!on || !off || !later) throw new Error("no accounts");
  await putStoresBodies(clone.database, on.accountId, true);
  await putStoresBodies(clone.database, later.accountId, true);
  const { recorder } = start({ storesBodies: true });
  const forbidden = start();
  const response = { contentType: "application/json", body: '{"apiKey":"abc","data":1}' };
  // The recorder reads the switches when it starts.
  await vi.waitFor(
    async () => {
      recorder.record(requestOf(on, { response }));
      await new Promise((resolve) => setTimeout(resolve, 1_200));
      expect(await listStored(on)).not.toEqual([]);
    },
    { timeout: 10_000 },
  );
  recorder.record(requestOf(off, { response }));
  recorder.record(requestOf(later, { response }));
  await putStoresBodies(clone.database, later.accountId, false);
  forbidden.recorder.record(requestOf(on, { requestId: "forbidden", response }));
  await Promise.all([recorder.stop(), forbidden.recorder.stop()]);
  const [stored] = await listStored(on);
  expect(stored).toEqual({
    request_id: "r1",
    query: "?encoding=base64",
    request_body: '{"prompt":"a fox"}',
    response_body: '{"apiKey":"[removed]","data":1}',
    is_shortened: false,
  });
  expect((await listStored(on)).map(({ request_id }) => request_id)).not.toContain("forbidden");
  expect(await listStored(off)).toEqual([]);
  expect(await listStored(later)).toEqual([]);
  expect(await countLogs(later.accountId)).toBe(1);
});

const listStored = ({ accountId }: KeyedAccount) =>
  clone.query<{ request_id: string }>(
    `select l.request_id, b.query, b.request_body, b.response_body, b.is_shortened
     from request_body b join request_log l using (account_id, log_id) where b.account_id = $1 order by b.log_id`,
    [accountId],
  );
