import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { type ClonedDatabase, cloneDatabase } from "../../platform/__fixtures__/cloned-database.ts";
import { createMetrics } from "../../platform/telemetry/metrics.ts";
import { createKeyedAccount, type KeyedAccount } from "../__fixtures__/index.ts";
import { type AdmissionService, createAdmissionService, findKeptAnswer } from "../admission/index.ts";
import { getAccountCredits } from "./grants.repository.ts";
import { createLostHolds } from "./lost-holds.ts";
import { createSettlementService, type SettlementService } from "./settlement.service.ts";
import { verifyLedger } from "./verify-ledger.ts";

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

/** Takes a hold on an account and names it as settlements do. */
async function hold(key: string, price: number, { operation = "test", idempotencyKey = "" } = {}) {
  const idempotency = idempotencyKey && { idempotency: { key: idempotencyKey, fingerprintHex: "aa" } };
  const request = { key, price, operation, requestId: `for ${price}`, deadlineInMs: 60_000 };
  const admitted = await admission.admit({ ...request, ...idempotency });
  if (admitted.verdict !== "admitted") throw new Error(`not admitted but ${admitted.verdict}`);
  return { accountId: admitted.accountId, holdId: admitted.holdId };
}

const listEntries = (holdId: string) =>
  clone.query(
    "select kind, amount::integer, operation, request_id from ledger_entry where hold_id = $1 order by entry_id",
    [holdId],
  );

describe("settling a hold", () => {
  it("spends what is captured", async () => {
    const { accountId, key } = await createKeyedAccount(clone.database, { amount: 500 });
    const held = await hold(key, 120);
    expect(await settlement.settle({ ...held, captured: 120 })).toEqual({ captured: 120, balance: 380 });
    expect(await getAccountCredits(clone.database, accountId)).toEqual({
      granted: 500,
      balance: 380,
      held: 0,
      spent: 120,
    });
    const cause = { operation: "test", request_id: "for 120" };
    expect(await listEntries(held.holdId)).toEqual([
      { kind: "hold", amount: 120, ...cause },
      { kind: "capture", amount: 120, ...cause },
    ]);
  });

  it("spends a part and gives back the rest", async () => {
    const { accountId, key } = await createKeyedAccount(clone.database, { amount: 500 });
    const held = await hold(key, 120);
    expect(await settlement.settle({ ...held, captured: 45 })).toEqual({ captured: 45, balance: 455 });
    expect(await getAccountCredits(clone.database, accountId)).toMatchObject({
      balance: 455,
      held: 0,
      spent: 45,
    });
    const entries = (await listEntries(held.holdId)) as { kind: string; amount: number }[];
    expect(entries.map(({ kind, amount }) => `${kind} ${amount}`).sort()).toEqual([
      "capture 45",
      "hold 120",
      "release 75",
    ]);
  });

  it("gives everything back when nothing was delivered", async () => {
    const { accountId, key } = await createKeyedAccount(clone.database, { amount: 500 });
    const held = await hold(key, 120);
    expect(await settlement.settle({ ...held, captured: 0 })).toEqual({ captured: 0, balance: 500 });
    expect(await getAccountCredits(clone.database, accountId)).toMatchObject({
      balance: 500,
      held: 0,
      spent: 0,
    });
    expect(await listEntries(held.holdId)).toMatchObject([
      { kind: "hold" },
      { kind: "release", amount: 120 },
    ]);
  });

  it("happens once", async () => {
    const { accountId, key } = await createKeyedAccount(clone.database, { amount: 500 });
    const held = await hold(key, 120);
    await settlement.settle({ ...held, captured: 0 });
    expect(await settlement.settle({ ...held, captured: 120 })).toBeUndefined();
    expect(await getAccountCredits(clone.database, accountId)).toMatchObject({ balance: 500, spent: 0 });
  });

  it("happens once when both come in one batch, and only one is told that it settled", async () => {
    const { accountId, key } = await createKeyedAccount(clone.database, { amount: 500 });
    const held = await hold(key, 120);
    const answers = await Promise.all([
      settlement.settle({ ...held, captured: 120 }),
      settlement.settle({ ...held, captured: 0 }),
    ]);
    const { balance, spent } = await getAccountCredits(clone.database, accountId);
    expect(balance + spent).toBe(500);
    expect(answers.filter(Boolean)).toHaveLength(1);
  });

  it("does nothing for a hold that is unknown, or another account's", async () => {
    const mine = await createKeyedAccount(clone.database, { amount: 500 });
    const other = await createKeyedAccount(clone.database, { amount: 500 });
    const held = await hold(other.key, 50);
    expect(
      await settlement.settle({ accountId: mine.accountId, holdId: randomUUID(), captured: 10 }),
    ).toBeUndefined();
    expect(
      await settlement.settle({ accountId: mine.accountId, holdId: held.holdId, captured: 50 }),
    ).toBeUndefined();
    expect(
      await settlement.settle({ accountId: randomUUID(), holdId: randomUUID(), captured: 1 }),
    ).toBeUndefined();
    expect(await getAccountCredits(clone.database, mine.accountId)).toMatchObject({ balance: 500, spent: 0 });
    expect(await getAccountCredits(clone.database, other.accountId)).toMatchObject({ held: 50, spent: 0 });
  });

  it("never spends more than was held", async () => {
    const { accountId, key } = await createKeyedAccount(clone.database, { amount: 500 });
    const held = await hold(key, 10);
    await settlement.settle({ ...held, captured: 30 }).catch(() => {});
    const { spent } = await getAccountCredits(clone.database, accountId);
    const { mismatches } = await verifyLedger(clone.database);
    // Put right again, so that the other tests of this file judge their own accounts.
    await clone.query("delete from ledger_entry where hold_id = $1", [held.holdId]);
    await clone.query("delete from hold where hold_id = $1", [held.holdId]);
    await clone.query("update account set balance = granted, held = 0, spent = 0 where account_id = $1", [
      accountId,
    ]);
    expect(mismatches).toEqual([]);
    expect(spent).toBeLessThanOrEqual(10);
  });
});

describe("a mixed batch", () => {
  it("settles each hold as its own settlement says, in several accounts at once", async () => {
    const one = await createKeyedAccount(clone.database, { amount: 1_000 });
    const two = await createKeyedAccount(clone.database, { amount: 1_000 });
    const holds = [];
    for (const [key, price] of [
      [one.key, 10],
      [two.key, 20],
      [one.key, 30],
      [two.key, 40],
    ] as const) {
      holds.push(await hold(key, price));
    }
    const unknown = { accountId: one.accountId, holdId: randomUUID() };
    const captures = [10, 0, 7, 40, 1];
    const answers = await Promise.all(
      [...holds, unknown].map((held, i) => settlement.settle({ ...held, captured: captures[i] ?? 0 })),
    );
    expect(answers).toEqual([
      { captured: 10, balance: 983 },
      { captured: 0, balance: 960 },
      { captured: 7, balance: 983 },
      { captured: 40, balance: 960 },
      undefined,
    ]);
    expect(await getAccountCredits(clone.database, one.accountId)).toMatchObject({ held: 0, spent: 17 });
    expect(await getAccountCredits(clone.database, two.accountId)).toMatchObject({ held: 0, spent: 40 });
  });

  it("may be larger than one statement takes", async () => {
    const { accountId, key } = await createKeyedAccount(clone.database, { amount: 10_000 });
    const holds = await Promise.all(Array.from({ length: 450 }, (_, i) => hold(key, 1 + (i % 3))));
    const answers = await Promise.all(holds.map((held) => settlement.settle({ ...held, captured: 1 })));
    expect(answers.every((answer) => answer?.captured === 1)).toBe(true);
    expect(await getAccountCredits(clone.database, accountId)).toMatchObject({ balance: 9_550, spent: 450 });
  });
});

describe("the answer of an idempotent request", () => {
  const answer = { status: 201, headers: { a: '"\\{}', b: "ü" }, body: Buffer.from([0, 255, 34, 92, 10]) };

  it("is kept with its charge, byte by byte", async () => {
    const { accountId, key } = await createKeyedAccount(clone.database);
    const held = await hold(key, 10, { idempotencyKey: "k" });
    await settlement.settle({ ...held, captured: 10, answer });
    expect(await findKeptAnswer(clone.database, accountId, "k")).toEqual(answer);
  });

  it("is not kept when nothing is charged, and the key is free", async () => {
    const { accountId, key } = await createKeyedAccount(clone.database);
    const held = await hold(key, 10, { idempotencyKey: "k" });
    await settlement.settle({ ...held, captured: 0, answer });
    expect(await findKeptAnswer(clone.database, accountId, "k")).toBeUndefined();
    expect(await clone.query("select 1 from idempotent_answer where account_id = $1", [accountId])).toEqual(
      [],
    );
  });
});

it("counts usage by hour, key and operation, of what was charged only", async () => {
  const { accountId, keyId, key } = await createKeyedAccount(clone.database);
  for (const [operation, captured] of [
    ["image", 10],
    ["image", 4],
    ["chat", 10],
    ["chat", 0],
    ["audit", 0],
  ] as const) {
    await settlement.settle({ ...(await hold(key, 10, { operation })), captured });
  }
  const usage = await clone.query(
    `select key_id, operation, sum(requests)::integer as requests, sum(spent)::integer as spent,
       bool_and(hour = date_trunc('hour', hour) and hour > now() - interval '2 hours') as is_recent
     from usage_hour where account_id = $1 group by key_id, operation order by operation`,
    [accountId],
  );
  expect(usage).toEqual([
    { key_id: keyId, operation: "chat", requests: 1, spent: 10, is_recent: true },
    { key_id: keyId, operation: "image", requests: 2, spent: 14, is_recent: true },
  ]);
});

describe("a settlement that can never succeed", () => {
  // jsonb takes no NUL.
  const unstorable = { status: 200, headers: { "x-note": "\0" }, body: "{}" };

  it("fails at once and alone, and its hold goes back", async () => {
    const metrics = createMetrics();
    const { release } = createLostHolds(clone.database);
    const service = createSettlementService({
      database: clone.database,
      metrics,
      onUnknownOutcome: release,
    });
    const accounts = await Promise.all(
      Array.from({ length: 20 }, () => createKeyedAccount(clone.database, { amount: 500 })),
    );
    const holds = await Promise.all(accounts.map(({ key }) => hold(key, 120, { idempotencyKey: "k" })));
    const startedAt = performance.now();
    const outcomes = await Promise.allSettled(
      holds.map((held, index) =>
        service.settle({ ...held, captured: 120, ...(index === 7 && { answer: unstorable }) }),
      ),
    );
    expect(performance.now() - startedAt).toBeLessThan(5_000);
    expect(outcomes.flatMap(({ status }, index) => (status === "rejected" ? [index] : []))).toEqual([7]);
    expect(outcomes[7]).toMatchObject({ reason: { code: "22P05" } });
    const failed = accounts[7] as KeyedAccount;
    await vi.waitFor(
      async () =>
        expect(await getAccountCredits(clone.database, failed.accountId)).toMatchObject({
          balance: 500,
          held: 0,
          spent: 0,
        }),
      { timeout: 10_000 },
    );
  });
});
