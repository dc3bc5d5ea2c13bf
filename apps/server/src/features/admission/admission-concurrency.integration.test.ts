import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, expect, it } from "vitest";
import { type ClonedDatabase, cloneDatabase } from "../../platform/__fixtures__/cloned-database.ts";
import { createLogger } from "../../platform/logging.ts";
import { registerProcess } from "../../platform/process-registry.ts";
import { createMetrics } from "../../platform/telemetry/metrics.ts";
import { createKeyedAccount } from "../__fixtures__/index.ts";
import {
  createSettlementService,
  getAccountCredits,
  grantCredits,
  startSweeper,
  verifyLedger,
} from "../credits/index.ts";
import { createApiKey } from "../keys/index.ts";
import { createAdmissionService } from "./admission.service.ts";

const replicas = 4;
const requestsPerReplica = 500;
const callersPerReplica = 25;
const firstCredits = 3_000;
const logger = createLogger("silent");

interface Account {
  accountId: string;
  keys: string[];
  captured: number;
}

let clone: ClonedDatabase;
let accounts: Account[];

beforeAll(async () => {
  clone = await cloneDatabase();
  accounts = await Promise.all(
    Array.from({ length: 5 }, async () => {
      const { accountId, key } = await createKeyedAccount(clone.database, { amount: firstCredits });
      const settings = { name: "more", ratePerMinute: null, expiresAt: null };
      const second = await createApiKey(clone.database, "aa", accountId, settings);
      const third = await createApiKey(clone.database, "aa", accountId, settings);
      return { accountId, keys: [key, second.key, third.key], captured: 0 };
    }),
  );
});

afterAll(() => clone.close());

const pick = <Item>(items: readonly Item[]): Item => items[Math.floor(Math.random() * items.length)] as Item;

/** One replica with its own pool: callers that ask, work a moment and settle, in an order that nobody controls. */
async function runReplica(name: string) {
  const database = clone.connect(name, 4);
  const self = await registerProcess(database, "api", logger);
  const metrics = createMetrics();
  const admission = createAdmissionService({ database, processId: self.processId, metrics });
  const settlement = createSettlementService({ database, metrics });
  const verdicts: string[] = [];

  async function call(): Promise<void> {
    const account = pick(accounts);
    const price = 1 + Math.floor(Math.random() * 30);
    const idempotency = { key: `key-${Math.floor(Math.random() * 400)}`, fingerprintHex: "aa" };
    const admitted = await admission.admit({
      key: pick(account.keys),
      price,
      operation: pick(["a", "b"]),
      requestId: randomUUID(),
      deadlineInMs: 60_000,
      ...(Math.random() < 0.3 && { idempotency }),
    });
    verdicts.push(admitted.verdict);
    if (admitted.verdict !== "admitted") return;
    const captured = pick([0, price, price, Math.floor(price / 2)]);
    const answer = { status: 200, headers: {}, body: "done" };
    const { accountId, holdId } = admitted;
    const settled = await settlement.settle({ accountId, holdId, captured, answer });
    expect(settled?.captured).toBe(captured);
    account.captured += captured;
  }

  await Promise.all(
    Array.from({ length: callersPerReplica }, async () => {
      for (let i = 0; i < requestsPerReplica / callersPerReplica; i++) await call();
    }),
  );
  await self.stop();
  return verdicts;
}

it("never deadlocks and never overspends, with replicas, a sweeper and grants at work on the same accounts", async () => {
  const sweepers = [1, 2].map(() =>
    startSweeper({ database: clone.connect("sweeper", 1), metrics: createMetrics(), logger }),
  );
  let granted = firstCredits * accounts.length;
  const granting = (async () => {
    for (let i = 0; i < 40; i++) {
      await grantCredits(clone.database, pick(accounts).accountId, 10, "more");
      granted += 10;
    }
  })();
  const verdicts = (
    await Promise.all(Array.from({ length: replicas }, (_, i) => runReplica(`replica-${i}`)))
  ).flat();
  await granting;
  for (const sweeper of sweepers) await sweeper.stop();

  const count = (verdict: string) => verdicts.filter((each) => each === verdict).length;
  expect(verdicts).toHaveLength(replicas * requestsPerReplica);
  expect(count("admitted")).toBeGreaterThan(500);
  expect(count("insufficient_credits")).toBeGreaterThan(50);
  expect(count("replay")).toBeGreaterThan(10);
  expect(count("unknown_key") + count("rate_limited") + count("key_reused")).toBe(0);

  expect(await verifyLedger(clone.database)).toEqual({ accounts: accounts.length, mismatches: [] });
  const credits = await Promise.all(
    accounts.map(({ accountId }) => getAccountCredits(clone.database, accountId)),
  );
  for (const [index, { balance, held, spent }] of credits.entries()) {
    expect(held).toBe(0);
    expect(balance).toBeGreaterThanOrEqual(0);
    expect(spent).toBe(accounts[index]?.captured);
  }
  expect(credits.reduce((sum, { balance, spent }) => sum + balance + spent, 0)).toBe(granted);
  const [statistics] = await clone.query<{ deadlocks: number }>(
    "select deadlocks::integer from pg_stat_database where datname = current_database()",
  );
  expect(statistics?.deadlocks).toBe(0);
});

function createReplicas(name: string) {
  return Array.from({ length: replicas }, (_, i) =>
    createAdmissionService({
      database: clone.connect(`${name}-${i}`, 2),
      processId: randomUUID(),
      metrics: createMetrics(),
    }),
  );
}

it("keeps one rate for all replicas", async () => {
  const { key } = await createKeyedAccount(clone.database, { ratePerMinute: 50 });
  const request = { key, price: 0, operation: "a", requestId: "r", deadlineInMs: 60_000 };
  const answers = await Promise.all(
    createReplicas("rated").flatMap((service) => Array.from({ length: 40 }, () => service.admit(request))),
  );
  expect(answers.filter(({ verdict }) => verdict === "admitted")).toHaveLength(50);
  expect(answers.filter(({ verdict }) => verdict === "rate_limited")).toHaveLength(replicas * 40 - 50);
});

it("admits each idempotency key once, however many replicas ask at the same moment", async () => {
  const { accountId, key } = await createKeyedAccount(clone.database, { amount: 1_000 });
  const services = createReplicas("racer");
  for (let round = 0; round < 20; round++) {
    const idempotency = { key: `round-${round}`, fingerprintHex: "aa" };
    const request = { key, price: 1, operation: "a", requestId: "r", deadlineInMs: 60_000, idempotency };
    const answers = await Promise.all(
      services.flatMap((service) => [service.admit(request), service.admit(request)]),
    );
    expect(answers.filter(({ verdict }) => verdict === "admitted")).toHaveLength(1);
    expect(answers.filter(({ verdict }) => verdict === "still_running")).toHaveLength(replicas * 2 - 1);
  }
  expect(await getAccountCredits(clone.database, accountId)).toMatchObject({ held: 20, balance: 980 });
});
