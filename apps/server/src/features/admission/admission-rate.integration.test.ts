import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type ClonedDatabase, cloneDatabase } from "../../platform/__fixtures__/cloned-database.ts";
import { createMetrics } from "../../platform/telemetry/metrics.ts";
import { createKeyedAccount } from "../__fixtures__/index.ts";
import { createApiKey, replaceApiKey } from "../keys/index.ts";
import { type AdmissionService, createAdmissionService } from "./admission.service.ts";

let clone: ClonedDatabase;
let admission: AdmissionService;

beforeAll(async () => {
  clone = await cloneDatabase();
  admission = createAdmissionService({
    database: clone.database,
    processId: randomUUID(),
    metrics: createMetrics(),
  });
});

afterAll(() => clone.close());

/** Sends so many free requests at once and returns the known answers. */
async function burst(key: string, count: number, price = 0) {
  const request = { key, price, operation: "test", requestId: "r", deadlineInMs: 60_000 };
  const answers = await Promise.all(Array.from({ length: count }, () => admission.admit(request)));
  return answers.map((answer) => {
    if (answer.verdict === "unknown_key") throw new Error("the key should be known");
    return answer;
  });
}

const countAdmitted = (answers: { verdict: string }[]) =>
  answers.filter(({ verdict }) => verdict === "admitted").length;

/** Lets time pass for a key, by moving what it did into the past. */
const passSeconds = (keyId: string, seconds: number) =>
  clone.query("update api_key_window set last_second = last_second - $2 where key_id = $1", [keyId, seconds]);

describe("a burst", () => {
  it("is admitted up to exactly the limit", async () => {
    const { key } = await createKeyedAccount(clone.database, { ratePerMinute: 200 });
    const answers = await burst(key, 250);
    expect(countAdmitted(answers)).toBe(200);
    expect(answers.slice(0, 200).every(({ verdict }) => verdict === "admitted")).toBe(true);
    expect(answers.slice(200).every(({ verdict }) => verdict === "rate_limited")).toBe(true);
    expect(answers.map(({ rate }) => rate.remaining)).toEqual([
      ...Array.from({ length: 200 }, (_, index) => 199 - index),
      ...Array(50).fill(0),
    ]);
    expect(countAdmitted(await burst(key, 5))).toBe(0);
  });

  it("is charged for what was admitted only", async () => {
    const { accountId, key } = await createKeyedAccount(clone.database, { amount: 1_000, ratePerMinute: 3 });
    expect(countAdmitted(await burst(key, 10, 5))).toBe(3);
    const [row] = await clone.query(
      "select held::integer, balance::integer from account where account_id = $1",
      [accountId],
    );
    expect(row).toEqual({ held: 15, balance: 985 });
  });

  it("counts what was admitted to the rate and then refused for want of credits", async () => {
    const { key } = await createKeyedAccount(clone.database, { amount: 1, ratePerMinute: 2 });
    const answers = await burst(key, 3, 50);
    expect(answers.map(({ verdict }) => verdict)).toEqual([
      "insufficient_credits",
      "insufficient_credits",
      "rate_limited",
    ]);
  });

  it("of one key does not touch another key of the account", async () => {
    const { accountId, key } = await createKeyedAccount(clone.database, { ratePerMinute: 2 });
    const settings = { name: "second", ratePerMinute: 2, expiresAt: null };
    const second = await createApiKey(clone.database, "aa", accountId, settings);
    expect(countAdmitted(await burst(key, 5))).toBe(2);
    expect(countAdmitted(await burst(second.key, 5))).toBe(2);
  });

  it("has no bound when the key has none", async () => {
    const { key } = await createKeyedAccount(clone.database, { ratePerMinute: null });
    const answers = await burst(key, 600);
    expect(countAdmitted(answers)).toBe(600);
    expect(answers[0]?.rate).toEqual({ limit: null, remaining: null, retryAfterInSeconds: null });
  });
});

describe("a full window", () => {
  it("stays full for 60 seconds after the burst and is empty after 61", async () => {
    const { keyId, key } = await createKeyedAccount(clone.database, { ratePerMinute: 4 });
    await burst(key, 4);
    for (let second = 1; second <= 59; second++) {
      await passSeconds(keyId, 1);
      if (second % 10 === 0) expect(countAdmitted(await burst(key, 1))).toBe(0);
    }
    await passSeconds(keyId, 2);
    expect(countAdmitted(await burst(key, 9))).toBe(4);
  });

  it("says when to come back, and lets the caller in when it does", async () => {
    const { keyId, key } = await createKeyedAccount(clone.database, { ratePerMinute: 3 });
    await burst(key, 2);
    await passSeconds(keyId, 20);
    const answers = await burst(key, 5);
    const wait = answers.at(-1)?.rate.retryAfterInSeconds ?? 0;
    expect(wait).toBeGreaterThan(35);
    expect(wait).toBeLessThanOrEqual(41);
    await passSeconds(keyId, wait);
    expect(countAdmitted(await burst(key, 5))).toBe(2);
  });

  it("is empty however long nobody came", async () => {
    const { keyId, key } = await createKeyedAccount(clone.database, { ratePerMinute: 3 });
    for (const seconds of [61, 62, 1_000, 100_000_000]) {
      expect(countAdmitted(await burst(key, 5))).toBe(3);
      await passSeconds(keyId, seconds);
    }
  });

  it("stays full when the clock goes back", async () => {
    const { keyId, key } = await createKeyedAccount(clone.database, { ratePerMinute: 3 });
    await burst(key, 3);
    await passSeconds(keyId, -30);
    const answers = await burst(key, 3);
    expect(countAdmitted(answers)).toBe(0);
    expect(answers[0]?.rate.retryAfterInSeconds).toBeLessThanOrEqual(61);
  });

  it("survives the replacement of the key", async () => {
    const { accountId, keyId, key } = await createKeyedAccount(clone.database, { ratePerMinute: 3 });
    await burst(key, 2);
    const replaced = await replaceApiKey(clone.database, "aa", accountId, keyId);
    const answers = await burst(replaced.key, 3);
    expect(countAdmitted(answers)).toBe(1);
    expect(answers.at(-1)).toMatchObject({ keyId, rate: { limit: 3, remaining: 0 } });
  });
});

describe("a limit that is changed", () => {
  const setLimit = (keyId: string, limit: number | null) =>
    clone.query("update api_key set rate_per_minute = $2 where key_id = $1", [keyId, limit]);

  it("holds from the next request on, also when more was admitted before", async () => {
    const { keyId, key } = await createKeyedAccount(clone.database, { ratePerMinute: 10 });
    await burst(key, 10);
    await setLimit(keyId, 4);
    expect(await burst(key, 2)).toMatchObject(
      Array(2).fill({ verdict: "rate_limited", rate: { remaining: 0 } }),
    );
    await setLimit(keyId, 12);
    expect(countAdmitted(await burst(key, 5))).toBe(2);
    await setLimit(keyId, null);
    expect(countAdmitted(await burst(key, 50))).toBe(50);
    await setLimit(keyId, 60);
    expect(countAdmitted(await burst(key, 5))).toBe(0);
  });

  it("is told a wait that is long enough, although more than the new limit must leave first", async () => {
    const { keyId, key } = await createKeyedAccount(clone.database, { ratePerMinute: 10 });
    await burst(key, 1);
    await passSeconds(keyId, 30);
    await burst(key, 9);
    await setLimit(keyId, 4);
    const [refused] = await burst(key, 1);
    const wait = refused?.rate.retryAfterInSeconds ?? 0;
    expect(wait).toBeLessThanOrEqual(61);
    await passSeconds(keyId, wait);
    expect(countAdmitted(await burst(key, 1))).toBe(1);
  });
});
