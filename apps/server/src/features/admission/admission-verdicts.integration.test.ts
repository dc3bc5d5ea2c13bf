import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type ClonedDatabase, cloneDatabase } from "../../platform/__fixtures__/cloned-database.ts";
import { createMetrics } from "../../platform/telemetry/metrics.ts";
import { createKeyedAccount } from "../__fixtures__/index.ts";
import { getAccountCredits, verifyLedger } from "../credits/index.ts";
import { createApiKey, replaceApiKey, revokeApiKey } from "../keys/index.ts";
import { type AdmissionRequest, type AdmissionService, createAdmissionService } from "./admission.service.ts";

const processId = randomUUID();
const metrics = createMetrics();
let clone: ClonedDatabase;
let admission: AdmissionService;

beforeAll(async () => {
  clone = await cloneDatabase();
  admission = createAdmissionService({ database: clone.database, processId, metrics });
});

afterAll(async () => {
  expect((await verifyLedger(clone.database)).mismatches).toEqual([]);
  await clone.close();
});

const ask = (key: string, price: number, more: Partial<AdmissionRequest> = {}): AdmissionRequest => ({
  key,
  price,
  operation: "test",
  requestId: randomUUID(),
  deadlineInMs: 60_000,
  ...more,
});

/** Sends requests in one turn, which makes them one batch, and returns their verdicts in order. */
async function admitTogether(requests: AdmissionRequest[]) {
  const batchesBefore = (await metrics.admissionBatch.get()).values.find(
    ({ metricName }) => metricName === "mintwright_admission_batch_requests_count",
  )?.value;
  const admissions = await Promise.all(requests.map((request) => admission.admit(request)));
  const { values } = await metrics.admissionBatch.get();
  const batches = values.find(({ metricName }) => metricName?.endsWith("_count"))?.value;
  expect(batches).toBe((batchesBefore ?? 0) + 1);
  return admissions;
}

const verdictsOf = (admissions: { verdict: string }[]) => admissions.map(({ verdict }) => verdict);

describe("a request that is admitted", () => {
  it("tells whether the key has a saved context, each key of a batch for itself", async () => {
    const [plain, saved] = [
      await createKeyedAccount(clone.database),
      await createKeyedAccount(clone.database),
    ];
    await clone.query("insert into chat_context (account_id, key_id, context) values ($1, $2, '{}')", [
      saved.accountId,
      saved.keyId,
    ]);
    const answers = await Promise.all([plain, saved, plain].map(({ key }) => admission.admit(ask(key, 1))));
    expect(answers).toMatchObject([
      { hasSavedContext: false },
      { hasSavedContext: true },
      { hasSavedContext: false },
    ]);
  });

  it("holds its price under the given operation, request, process and deadline", async () => {
    const { accountId, keyId, key } = await createKeyedAccount(clone.database, { amount: 500 });
    const before = Date.now();
    const admitted = await admission.admit(
      ask(key, 120, { operation: "enhancePrompt", requestId: "r-1", deadlineInMs: 90_000 }),
    );
    expect(admitted).toEqual({
      verdict: "admitted",
      accountId,
      keyId,
      balance: 380,
      rate: { limit: null, remaining: null, retryAfterInSeconds: null },
      hasSavedContext: false,
      holdId: expect.stringMatching(/^[0-9a-f-]{36}$/),
    });
    const holds = await clone.query<{ deadline: Date }>("select * from hold where account_id = $1", [
      accountId,
    ]);
    expect(holds).toMatchObject([
      {
        hold_id: (admitted as { holdId: string }).holdId,
        key_id: keyId,
        process_id: processId,
        amount: "120",
        operation: "enhancePrompt",
        request_id: "r-1",
        idempotency_key: null,
      },
    ]);
    expect(Math.abs((holds[0]?.deadline.getTime() ?? 0) - before - 90_000)).toBeLessThan(5_000);
    const entries = await clone.query(
      "select kind, amount from ledger_entry where account_id = $1 and kind <> 'grant'",
      [accountId],
    );
    expect(entries).toEqual([{ kind: "hold", amount: "120" }]);
    expect(await getAccountCredits(clone.database, accountId)).toEqual({
      granted: 500,
      balance: 380,
      held: 120,
      spent: 0,
    });
  });

  it("holds nothing when it is free", async () => {
    const { accountId, key } = await createKeyedAccount(clone.database, { amount: 5 });
    expect(await admission.admit(ask(key, 0))).toMatchObject({ verdict: "admitted", balance: 5 });
    expect(await clone.query("select 1 from hold where account_id = $1", [accountId])).toEqual([]);
  });

  it("may cost exactly what is left", async () => {
    const { key } = await createKeyedAccount(clone.database, { amount: 50 });
    expect(await admission.admit(ask(key, 50))).toMatchObject({ verdict: "admitted", balance: 0 });
    expect(await admission.admit(ask(key, 1))).toMatchObject({ verdict: "insufficient_credits", balance: 0 });
    expect(await admission.admit(ask(key, 0))).toMatchObject({ verdict: "admitted", balance: 0 });
  });
});

describe("in one batch", () => {
  it("a request that is too dear does not stop a cheaper one behind it", async () => {
    const { accountId, key } = await createKeyedAccount(clone.database, { amount: 5 });
    const admissions = await admitTogether([10, 1, 4, 1, 0].map((price) => ask(key, price)));
    expect(admissions).toMatchObject([
      { verdict: "insufficient_credits", balance: 5 },
      { verdict: "admitted", balance: 4 },
      { verdict: "admitted", balance: 0 },
      { verdict: "insufficient_credits", balance: 0 },
      { verdict: "admitted", balance: 0 },
    ]);
    expect(await getAccountCredits(clone.database, accountId)).toMatchObject({ balance: 0, held: 5 });
  });

  it("several keys of one account spend from one balance", async () => {
    const { accountId, key } = await createKeyedAccount(clone.database, { amount: 10 });
    const settings = { name: "more", ratePerMinute: null, expiresAt: null };
    const others = [
      await createApiKey(clone.database, "aa", accountId, settings),
      await createApiKey(clone.database, "aa", accountId, settings),
    ];
    const keys = [key, ...others.map((other) => other.key)];
    const admissions = await admitTogether(Array.from({ length: 30 }, (_, i) => ask(keys[i % 3] ?? key, 1)));
    expect(verdictsOf(admissions).filter((verdict) => verdict === "admitted")).toHaveLength(10);
    expect(verdictsOf(admissions).filter((verdict) => verdict === "insufficient_credits")).toHaveLength(20);
    expect(await getAccountCredits(clone.database, accountId)).toMatchObject({ balance: 0, held: 10 });
  });

  it("keys that are unknown, revoked, expired or replaced are refused among good ones", async () => {
    const good = await createKeyedAccount(clone.database);
    const other = await createKeyedAccount(clone.database);
    const revoked = await createKeyedAccount(clone.database);
    await revokeApiKey(clone.database, revoked.accountId, revoked.keyId);
    const expired = await createApiKey(clone.database, "aa", good.accountId, {
      name: "expired",
      ratePerMinute: null,
      expiresAt: new Date(Date.now() - 1),
    });
    const old = await createKeyedAccount(clone.database);
    const replaced = await replaceApiKey(clone.database, "aa", old.accountId, old.keyId);
    const keys = [
      "mw_live_unknown",
      good.key,
      revoked.key,
      other.key,
      expired.key,
      old.key,
      replaced.key,
      good.key,
    ];
    const admissions = await admitTogether(keys.map((key) => ask(key, 7)));
    expect(verdictsOf(admissions)).toEqual([
      "unknown_key",
      "admitted",
      "unknown_key",
      "admitted",
      "unknown_key",
      "unknown_key",
      "admitted",
      "admitted",
    ]);
    const owners = admissions.map((answer) => (answer.verdict === "unknown_key" ? null : answer.accountId));
    expect(owners).toEqual([
      null,
      good.accountId,
      null,
      other.accountId,
      null,
      null,
      old.accountId,
      good.accountId,
    ]);
    for (const { accountId } of [revoked, { accountId: old.accountId }]) {
      const used = accountId === old.accountId ? 7 : 0;
      expect(await getAccountCredits(clone.database, accountId)).toMatchObject({ held: used });
    }
  });

  it("may be nothing but unknown keys", async () => {
    expect(verdictsOf(await admitTogether([ask("a", 1), ask("b", 0)]))).toEqual([
      "unknown_key",
      "unknown_key",
    ]);
  });

  it("keeps each request's own place among interleaved keys, and its own text", async () => {
    const accounts = await Promise.all(
      Array.from({ length: 4 }, () => createKeyedAccount(clone.database, { amount: 100 })),
    );
    const texts = ['"', "\\", "{a,b}", "NULL", "", "it's", "日本\n"];
    const requests = Array.from({ length: 40 }, (_, i) =>
      ask(accounts[i % 4]?.key ?? "", (i % 3) + 1, {
        operation: `op ${texts[i % 7]}`,
        requestId: `${i} ${texts[i % 7]}`,
      }),
    );
    const admissions = await admitTogether(requests);
    for (const [index, admitted] of admissions.entries()) {
      if (admitted.verdict === "unknown_key") throw new Error("the key should be known");
      expect(admitted.accountId).toBe(accounts[index % 4]?.accountId);
      const [hold] = await clone.query(
        "select amount::integer, operation, request_id from hold where hold_id = $1",
        [admitted.holdId],
      );
      expect(hold).toEqual({
        amount: (index % 3) + 1,
        operation: requests[index]?.operation,
        request_id: requests[index]?.requestId,
      });
    }
  });
});

it("notes when a key was last used", async () => {
  const { keyId, key } = await createKeyedAccount(clone.database);
  await admission.admit(ask(key, 0));
  const [row] = await clone.query<{ age: number }>(
    "select extract(epoch from now() - last_used_at)::float as age from api_key_window where key_id = $1",
    [keyId],
  );
  expect(row?.age).toBeLessThan(10);
});

it("answers that the ledger is away when the statement fails, to every request of the batch", async () => {
  const broken = clone.database.withPlugin({
    transformQuery() {
      throw new Error("connection refused");
    },
    transformResult: async ({ result }) => result,
  });
  const service = createAdmissionService({ database: broken, processId, metrics });
  const outcomes = await Promise.allSettled([service.admit(ask("a", 1)), service.admit(ask("b", 1))]);
  expect(outcomes).toMatchObject(
    Array(2).fill({ status: "rejected", reason: { code: "service_unavailable", retryAfterInSeconds: 2 } }),
  );
});
