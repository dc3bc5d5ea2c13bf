import { randomUUID } from "node:crypto";
import { sql } from "kysely";
import { afterAll, beforeAll, expect, it, vi } from "vitest";
import { type ClonedDatabase, cloneDatabase } from "../../platform/__fixtures__/cloned-database.ts";
import { startRound } from "../../platform/database/clean-up-round.ts";
import { createMetrics } from "../../platform/telemetry/metrics.ts";
import { createKeyedAccount } from "../__fixtures__/index.ts";
import {
  createSettlementService,
  getAccountCredits,
  type SettlementService,
  verifyLedger,
} from "../credits/index.ts";
import { createApiKey } from "../keys/index.ts";
import { deleteExpiredAnswers, findKeptAnswer } from "./admission.repository.ts";
import { type AdmissionService, createAdmissionService } from "./admission.service.ts";

const answer = {
  status: 200,
  headers: { "content-type": "application/json", "x-é": "ü" },
  body: '{"a":"ß\\n"}',
};
let clone: ClonedDatabase;
let admission: AdmissionService;
let settlement: SettlementService;

beforeAll(async () => {
  clone = await cloneDatabase();
  const metrics = createMetrics();
  admission = createAdmissionService({ database: clone.database, processId: randomUUID(), metrics });
  settlement = createSettlementService({ database: clone.database, metrics });
});

afterAll(async () => {
  expect((await verifyLedger(clone.database)).mismatches).toEqual([]);
  await clone.close();
});

function ask(key: string, idempotencyKey: string, { body = "aa", price = 10 } = {}) {
  const idempotency = { key: idempotencyKey, fingerprintHex: body };
  return admission.admit({
    key,
    price,
    operation: "test",
    requestId: "r",
    deadlineInMs: 60_000,
    idempotency,
  });
}

async function admitted(asked: ReturnType<typeof ask>) {
  const result = await asked;
  if (result.verdict !== "admitted") throw new Error(`expected to be admitted, was ${result.verdict}`);
  return result;
}

const expire = (accountId: string) =>
  clone.query("update idempotent_answer set expires_at = now() - interval '1 second' where account_id = $1", [
    accountId,
  ]);

it("lets the first request in, holds others while it runs and replays its answer", async () => {
  const { accountId, key } = await createKeyedAccount(clone.database, { amount: 100 });
  const first = await admitted(ask(key, "once"));
  expect(await ask(key, "once")).toMatchObject({ verdict: "still_running", balance: 90 });
  expect(await ask(key, "once", { body: "bb" })).toMatchObject({ verdict: "key_reused", balance: 90 });
  expect(await findKeptAnswer(clone.database, accountId, "once")).toBeUndefined();
  await settlement.settle({ accountId, holdId: first.holdId, captured: 10, answer });
  expect(await ask(key, "once")).toMatchObject({ verdict: "replay", balance: 90 });
  expect(await ask(key, "once", { body: "bb" })).toMatchObject({ verdict: "key_reused" });
  const kept = await findKeptAnswer(clone.database, accountId, "once");
  expect({ ...kept, body: kept?.body?.toString() }).toEqual({ ...answer, object: undefined });
  expect(await getAccountCredits(clone.database, accountId)).toMatchObject({
    balance: 90,
    held: 0,
    spent: 10,
  });
});

it("lets in one of many of the same key in one batch, and charges once", async () => {
  const { accountId, key } = await createKeyedAccount(clone.database, { amount: 100 });
  const results = await Promise.all([
    ask(key, "same"),
    ask(key, "same"),
    ask(key, "same", { body: "bb" }),
    ask(key, "other"),
    ask(key, "same"),
  ]);
  expect(results.map(({ verdict }) => verdict)).toEqual([
    "admitted",
    "still_running",
    "key_reused",
    "admitted",
    "still_running",
  ]);
  expect(await getAccountCredits(clone.database, accountId)).toMatchObject({ held: 20 });
});

it("is of the account: its keys share it, another account does not", async () => {
  const mine = await createKeyedAccount(clone.database);
  const settings = { name: "second", ratePerMinute: null, expiresAt: null };
  const second = await createApiKey(clone.database, "aa", mine.accountId, settings);
  const other = await createKeyedAccount(clone.database);
  const results = await Promise.all([ask(mine.key, "k"), ask(second.key, "k"), ask(other.key, "k")]);
  expect(
    results
      .map(({ verdict }) => verdict)
      .slice(0, 2)
      .sort(),
  ).toEqual(["admitted", "still_running"]);
  expect(results[2]).toMatchObject({ verdict: "admitted" });
  expect(await findKeptAnswer(clone.database, other.accountId, "k")).toBeUndefined();
});

it("claims nothing when the account cannot pay", async () => {
  const { key } = await createKeyedAccount(clone.database, { amount: 10 });
  expect(await ask(key, "dear", { price: 50 })).toMatchObject({ verdict: "insufficient_credits" });
  expect(await ask(key, "dear", { body: "bb", price: 5 })).toMatchObject({ verdict: "admitted" });
});

it("is free again when the work failed", async () => {
  const { accountId, key } = await createKeyedAccount(clone.database);
  const first = await admitted(ask(key, "again"));
  await settlement.settle({ accountId, holdId: first.holdId, captured: 0 });
  expect(await ask(key, "again", { body: "bb" })).toMatchObject({ verdict: "admitted" });
});

it("is free again when it expired, with the old answer gone", async () => {
  const { accountId, key } = await createKeyedAccount(clone.database);
  const first = await admitted(ask(key, "old"));
  await settlement.settle({ accountId, holdId: first.holdId, captured: 10, answer });
  await expire(accountId);
  const second = await admitted(ask(key, "old", { body: "bb" }));
  expect(await findKeptAnswer(clone.database, accountId, "old")).toBeUndefined();
  expect(await ask(key, "old", { body: "bb" })).toMatchObject({ verdict: "still_running" });
  const newer = { ...answer, body: "newer" };
  await settlement.settle({ accountId, holdId: second.holdId, captured: 10, answer: newer });
  expect((await findKeptAnswer(clone.database, accountId, "old"))?.body?.toString()).toBe("newer");
});

it("is not overwritten by the first request when that comes back after its claim expired", async () => {
  const { accountId, key } = await createKeyedAccount(clone.database);
  const slow = await admitted(ask(key, "slow"));
  await expire(accountId);
  const fresh = await admitted(ask(key, "slow"));
  await settlement.settle({
    accountId,
    holdId: slow.holdId,
    captured: 10,
    answer: { ...answer, body: "late" },
  });
  expect(await ask(key, "slow")).toMatchObject({ verdict: "still_running" });
  await settlement.settle({ accountId, holdId: fresh.holdId, captured: 10, answer });
  expect((await findKeptAnswer(clone.database, accountId, "slow"))?.body?.toString()).toBe(answer.body);
});

it("is kept for 24 hours", async () => {
  const { accountId, key } = await createKeyedAccount(clone.database);
  await ask(key, "day");
  const [row] = await clone.query<{ hours: number }>(
    "select extract(epoch from expires_at - now())::float / 3600 as hours from idempotent_answer where account_id = $1",
    [accountId],
  );
  expect(row?.hours).toBeGreaterThan(23.9);
  expect(row?.hours).toBeLessThanOrEqual(24);
});

it("is forgotten when it expired, and not before", async () => {
  const [expired, current] = [
    await createKeyedAccount(clone.database),
    await createKeyedAccount(clone.database),
  ];
  await Promise.all([ask(expired.key, "k"), ask(current.key, "k")]);
  await expire(expired.accountId);
  await deleteExpiredAnswers(clone.database, startRound(), async () => {});
  const left = await clone.query<{ account_id: string }>(
    "select account_id from idempotent_answer where account_id = any($1)",
    [[expired.accountId, current.accountId]],
  );
  expect(left).toEqual([{ account_id: current.accountId }]);
});

it("can be used again while the expired ones are being forgotten, without a deadlock", async () => {
  const { accountId, key } = await createKeyedAccount(clone.database);
  for (const name of ["b", "a"]) await ask(key, name);
  await expire(accountId);
  // The job stops on its first row, b, until the batch below has taken a and waits for b.
  await clone.query(`create function wait_for_gate() returns trigger language plpgsql as $$
    begin perform pg_advisory_xact_lock(8); return old; end $$`);
  await clone.query(
    "create trigger gate before delete on idempotent_answer for each row execute function wait_for_gate()",
  );
  const countWaiting = async (kind: string) => {
    const waiting = await clone.query(
      "select 1 from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock' and wait_event = $1",
      [kind],
    );
    return waiting.length;
  };
  const outcomes = await clone
    .connect("gate", 1)
    .connection()
    .execute(async (gate) => {
      await sql`select pg_advisory_lock(8)`.execute(gate);
      const forgetting = deleteExpiredAnswers(clone.database, startRound(), async () => {});
      await vi.waitFor(async () => expect(await countWaiting("advisory")).toBe(1), { timeout: 10_000 });
      let isOver = false;
      const asking = Promise.all([ask(key, "a"), ask(key, "b")]).finally(() => {
        isOver = true;
      });
      const all = Promise.allSettled([forgetting, asking]);
      await vi.waitFor(async () => expect(isOver || (await countWaiting("transactionid")) > 0).toBe(true), {
        timeout: 10_000,
      });
      await sql`select pg_advisory_unlock(8)`.execute(gate);
      return all;
    });
  await clone.query("drop function wait_for_gate cascade");
  expect(outcomes.filter(({ status }) => status === "rejected")).toEqual([]);
  expect(outcomes[1]).toMatchObject({ value: [{ verdict: "admitted" }, { verdict: "admitted" }] });
});

it.each(['"', "\\", "{}", "NULL", "null", " ", "a,b", "ключ", "k".repeat(255), "'; drop table hold; --"])(
  "may be the text %j",
  async (text) => {
    const { accountId, key } = await createKeyedAccount(clone.database);
    const { holdId } = await admitted(ask(key, text));
    await settlement.settle({ accountId, holdId, captured: 10, answer });
    expect(await ask(key, text)).toMatchObject({ verdict: "replay" });
    expect((await findKeptAnswer(clone.database, accountId, text))?.body?.toString()).toBe(answer.body);
  },
);
