import { randomUUID } from "node:crypto";
import type { KyselyPlugin } from "kysely";
import { afterAll, beforeAll, expect, it } from "vitest";
import { type ClonedDatabase, cloneDatabase } from "../../platform/__fixtures__/cloned-database.ts";
import { createMetrics } from "../../platform/telemetry/metrics.ts";
import { createKeyedAccount } from "../__fixtures__/index.ts";
import { createAdmissionService } from "../admission/index.ts";
import { getAccountCredits } from "./grants.repository.ts";
import { createSettlementService } from "./settlement.service.ts";
import { verifyLedger } from "./verify-ledger.ts";

let clone: ClonedDatabase;

beforeAll(async () => {
  clone = await cloneDatabase();
});

afterAll(async () => {
  expect((await verifyLedger(clone.database)).mismatches).toEqual([]);
  await clone.close();
});

/** A settlement whose connection breaks so many times, before or after the statement was committed. */
function createFragileSettlement(breaks: { before?: number; after?: number; patienceInMs?: number }) {
  let { before = 0, after = 0 } = breaks;
  let statements = 0;
  const plugin: KyselyPlugin = {
    transformQuery({ node }) {
      if (before-- > 0) throw new Error("connection refused");
      statements++;
      return node;
    },
    async transformResult({ result }) {
      if (after-- > 0) throw new Error("connection reset after the commit");
      return result;
    },
  };
  const settlement = createSettlementService({
    database: clone.database.withPlugin(plugin),
    metrics: createMetrics(),
    patienceInMs: breaks.patienceInMs ?? 30_000,
  });
  return { settlement, countStatements: () => statements };
}

function first<Item>(items: Item[]): Item {
  return items[0] as Item;
}

async function holdAll(prices: number[]) {
  const { accountId, key } = await createKeyedAccount(clone.database, { amount: 1_000 });
  const admission = createAdmissionService({
    database: clone.database,
    processId: randomUUID(),
    metrics: createMetrics(),
  });
  const holds = await Promise.all(
    prices.map(async (price) => {
      const admitted = await admission.admit({
        key,
        price,
        operation: "test",
        requestId: "r",
        deadlineInMs: 60_000,
      });
      if (admitted.verdict !== "admitted") throw new Error(admitted.verdict);
      return { accountId, holdId: admitted.holdId };
    }),
  );
  return { accountId, holds };
}

it("tries again when the connection broke before the commit", async () => {
  const { accountId, holds } = await holdAll([100]);
  const { settlement, countStatements } = createFragileSettlement({ before: 2 });
  expect(await settlement.settle({ ...first(holds), captured: 100 })).toEqual({
    captured: 100,
    balance: 900,
  });
  expect(countStatements()).toBe(1);
  expect(await getAccountCredits(clone.database, accountId)).toMatchObject({ held: 0, spent: 100 });
});

it("knows from the ledger that it was charged when the connection broke after the commit", async () => {
  const { accountId, holds } = await holdAll([100, 50]);
  const { settlement } = createFragileSettlement({ after: 1 });
  const answers = await Promise.all(
    holds.map((held, index) => settlement.settle({ ...held, captured: index === 0 ? 100 : 20 })),
  );
  expect(answers).toEqual([
    { captured: 100, balance: 880 },
    { captured: 20, balance: 880 },
  ]);
  expect(await getAccountCredits(clone.database, accountId)).toMatchObject({ held: 0, spent: 120 });
});

it("charges once even when it breaks after the commit twice", async () => {
  const { accountId, holds } = await holdAll([100]);
  const { settlement } = createFragileSettlement({ after: 2 });
  expect(await settlement.settle({ ...first(holds), captured: 100 })).toEqual({
    captured: 100,
    balance: 900,
  });
  expect(await getAccountCredits(clone.database, accountId)).toMatchObject({ held: 0, spent: 100 });
});

it("does not take a release for a charge when the connection broke after the commit", async () => {
  const { accountId, holds } = await holdAll([100]);
  const { settlement } = createFragileSettlement({ after: 1 });
  expect(await settlement.settle({ ...first(holds), captured: 0 })).toBeUndefined();
  expect(await getAccountCredits(clone.database, accountId)).toMatchObject({
    balance: 1_000,
    held: 0,
    spent: 0,
  });
});

it("does not deliver what the sweeper took away between two attempts", async () => {
  const { accountId, holds } = await holdAll([100]);
  await createSettlementService({ database: clone.database, metrics: createMetrics() }).settle({
    ...first(holds),
    captured: 0,
  });
  const { settlement } = createFragileSettlement({ before: 1 });
  expect(await settlement.settle({ ...first(holds), captured: 100 })).toBeUndefined();
  expect(await getAccountCredits(clone.database, accountId)).toMatchObject({ balance: 1_000, spent: 0 });
});

it("outlasts a database that is away longer than a few attempts", async () => {
  const { accountId, holds } = await holdAll([100]);
  const { settlement } = createFragileSettlement({ after: 1, before: 5 });
  expect(await settlement.settle({ ...first(holds), captured: 100 })).toMatchObject({ captured: 100 });
  expect(await getAccountCredits(clone.database, accountId)).toMatchObject({ held: 0, spent: 100 });
});

it("gives up when its patience ends and leaves the hold to the sweeper", async () => {
  const { accountId, holds } = await holdAll([100]);
  // Two attempts: one at once, one after the first pause.
  const { settlement, countStatements } = createFragileSettlement({ before: 2, patienceInMs: 100 });
  await expect(settlement.settle({ ...first(holds), captured: 100 })).rejects.toMatchObject({
    code: "service_unavailable",
    cause: { message: "connection refused" },
  });
  expect(countStatements()).toBe(0);
  expect(await getAccountCredits(clone.database, accountId)).toMatchObject({ held: 100, spent: 0 });
  expect(await settlement.settle({ ...first(holds), captured: 100 })).toMatchObject({ captured: 100 });
});
