import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { type ClonedDatabase, cloneDatabase } from "../../platform/__fixtures__/cloned-database.ts";
import { createLogger } from "../../platform/logging.ts";
import { processSilenceInMs, registerProcess, silenceGraceInMs } from "../../platform/process-registry.ts";
import { createMetrics } from "../../platform/telemetry/metrics.ts";
import { createKeyedAccount } from "../__fixtures__/index.ts";
import { createAdmissionService } from "../admission/index.ts";
import { getAccountCredits } from "./grants.repository.ts";
import { sweepHolds } from "./settlement.repository.ts";
import { createSettlementService } from "./settlement.service.ts";
import { startSweeper } from "./sweeper.ts";
import { verifyLedger } from "./verify-ledger.ts";

const silent = createLogger("silent");
let clone: ClonedDatabase;

beforeAll(async () => {
  clone = await cloneDatabase();
});

afterAll(async () => {
  expect((await verifyLedger(clone.database)).mismatches).toEqual([]);
  await clone.close();
});

/** An account with a hold of 40 that the given process took. */
async function holdBy(processId: string, { deadlineInMs = 60_000 } = {}) {
  const { accountId, key } = await createKeyedAccount(clone.database, { amount: 100 });
  const admission = createAdmissionService({ database: clone.database, processId, metrics: createMetrics() });
  const idempotency = { key: "k", fingerprintHex: "aa" };
  const request = { key, price: 40, operation: "test", requestId: "r", deadlineInMs, idempotency };
  const admitted = await admission.admit(request);
  if (admitted.verdict !== "admitted") throw new Error(admitted.verdict);
  return { accountId, holdId: admitted.holdId, askAgain: () => admission.admit(request) };
}

const sweepNow = (database = clone.database) =>
  sweepHolds(database, { silenceInMs: processSilenceInMs, graceInMs: 0 });

const heldOf = async (accountId: string) => (await getAccountCredits(clone.database, accountId)).held;

const silence = (processId: string, milliseconds: number) =>
  clone.query("update process set seen_at = now() - $2 * interval '1 millisecond' where process_id = $1", [
    processId,
    milliseconds,
  ]);

describe("a sweep", () => {
  it("leaves a locked account to the next sweep and gives back what the others held", async () => {
    const locked = await holdBy(randomUUID());
    const free = await holdBy(randomUUID());
    await clone.database.transaction().execute(async (transaction) => {
      await transaction
        .selectFrom("account")
        .select("account_id")
        .where("account_id", "=", locked.accountId)
        .forUpdate()
        .execute();
      const startedAt = performance.now();
      expect(await sweepNow()).toBe(1);
      expect(performance.now() - startedAt).toBeLessThan(2_000);
      expect([await heldOf(locked.accountId), await heldOf(free.accountId)]).toEqual([40, 0]);
    });
    expect(await sweepNow()).toBe(1);
    expect(await heldOf(locked.accountId)).toBe(0);
  });

  it("gives back what a process that nobody knows has held, and frees its idempotency key", async () => {
    const { accountId, askAgain } = await holdBy(randomUUID());
    expect(await askAgain()).toMatchObject({ verdict: "still_running" });
    expect(await sweepNow()).toBe(1);
    expect(await getAccountCredits(clone.database, accountId)).toMatchObject({
      balance: 100,
      held: 0,
      spent: 0,
    });
    const entries = await clone.query(
      "select kind from ledger_entry where account_id = $1 order by entry_id",
      [accountId],
    );
    expect(entries).toEqual([{ kind: "grant" }, { kind: "hold" }, { kind: "release" }]);
    expect(await askAgain()).toMatchObject({ verdict: "admitted" });
    expect(await sweepNow()).toBe(1);
  });

  it("leaves a process alone that showed life a moment ago, and takes from one that fell silent", async () => {
    const live = await registerProcess(clone.database, "api", silent);
    const quiet = await registerProcess(clone.database, "api", silent);
    const [kept, lost] = [await holdBy(live.processId), await holdBy(quiet.processId)];
    await silence(live.processId, processSilenceInMs - 5_000);
    await silence(quiet.processId, processSilenceInMs + 1_000);
    expect(await sweepNow()).toBe(1);
    expect(await heldOf(kept.accountId)).toBe(40);
    expect(await heldOf(lost.accountId)).toBe(0);
    await live.stop();
    await quiet.stop();
    expect(await sweepNow()).toBe(1);
  });

  it("takes what missed its deadline, also from a live process", async () => {
    const live = await registerProcess(clone.database, "api", silent);
    const late = await holdBy(live.processId, { deadlineInMs: 0 });
    const early = await holdBy(live.processId, { deadlineInMs: 60_000 });
    expect(await sweepNow()).toBe(1);
    expect(await heldOf(late.accountId)).toBe(0);
    expect(await heldOf(early.accountId)).toBe(40);
    const settlement = createSettlementService({ database: clone.database, metrics: createMetrics() });
    expect(await settlement.settle({ ...late, captured: 40 })).toBeUndefined();
    expect(await settlement.settle({ ...early, captured: 40 })).toEqual({ captured: 40, balance: 60 });
    await live.stop();
  });

  it("gives back once, when several workers sweep the same holds at once", async () => {
    const lost = await Promise.all(Array.from({ length: 30 }, () => holdBy(randomUUID())));
    const pools = Array.from({ length: 4 }, (_, i) => clone.connect(`sweeper-${i}`, 1));
    const swept = await Promise.all(pools.map((pool) => sweepNow(pool)));
    expect(swept.reduce((sum, count) => sum + count, 0)).toBe(30);
    for (const { accountId } of lost) expect(await heldOf(accountId)).toBe(0);
  });

  it("finds nothing where nothing is left", async () => {
    expect(await sweepNow()).toBe(0);
  });
});

describe("after the database was away", () => {
  const sweep = () =>
    sweepHolds(clone.database, { silenceInMs: processSilenceInMs, graceInMs: silenceGraceInMs });
  const putWitness = (inTouchInMs: number, seenInMs: number) =>
    clone.query(
      `insert into process (process_id, role, host, seen_at, in_touch_since) values (gen_random_uuid(), 'api', 'witness',
       now() - $2 * interval '1 millisecond', now() - $1 * interval '1 millisecond')`,
      [inTouchInMs, seenInMs],
    );

  it("releases nothing until some process has reached the database for the grace period", async () => {
    const { accountId } = await holdBy(randomUUID());
    expect(await sweep()).toBe(0);
    await putWitness(silenceGraceInMs - 5_000, 0);
    // Reached the database for long, and not since.
    await putWitness(3_600_000, processSilenceInMs);
    expect(await sweep()).toBe(0);
    expect(await heldOf(accountId)).toBe(40);
    await putWitness(silenceGraceInMs + 1_000, 0);
    expect(await sweep()).toBe(1);
    expect(await heldOf(accountId)).toBe(0);
    await clone.query("delete from process where host = 'witness'");
  });

  it("leaves a hold alone whose process shows a sign of life while the sweep begins", async () => {
    const process = await registerProcess(clone.database, "api", silent);
    const { accountId } = await holdBy(process.processId);
    await silence(process.processId, processSilenceInMs + 1_000);
    await clone.database.transaction().execute(async (transaction) => {
      await transaction
        .updateTable("process")
        .set({ seen_at: new Date() })
        .where("process_id", "=", process.processId)
        .execute();
      expect(await sweepNow()).toBe(0);
    });
    expect(await sweepNow()).toBe(0);
    expect(await heldOf(accountId)).toBe(40);
    await process.stop();
    expect(await sweepNow()).toBe(1);
  });
});

describe("the sweeper", () => {
  const read = async (metrics: ReturnType<typeof createMetrics>, name: string) =>
    /^\S+ (\S+)$/m.exec(await metrics.registry.getSingleMetricAsString(name))?.[1];

  it("sweeps at once, counts what it gave back, measures the ledger and stops", async () => {
    const { accountId } = await holdBy(randomUUID());
    await clone.query(
      `insert into process (process_id, role, host, in_touch_since) values ($1, 'api', 'test', now() - interval '1 hour')`,
      [randomUUID()],
    );
    const metrics = createMetrics();
    metrics.ledgerAccountsOff.set(99);
    const sweeper = startSweeper({ database: clone.database, metrics, logger: silent });
    await vi.waitFor(async () => expect(await read(metrics, "mintwright_ledger_accounts_off")).toBe("0"), {
      timeout: 10_000,
    });
    expect(await read(metrics, "mintwright_holds_swept_total")).toBe("1");
    expect(await heldOf(accountId)).toBe(0);
    const before = performance.now();
    await sweeper.stop();
    expect(performance.now() - before).toBeLessThan(2_000);
    await holdBy(randomUUID());
    expect(await read(metrics, "mintwright_holds_swept_total")).toBe("1");
    await sweepNow();
  });

  it("says when a sweep failed, and still stops", async () => {
    const lines: string[] = [];
    const logger = createLogger("info", { write: (line) => lines.push(line) });
    const broken = clone.database.withPlugin({
      transformQuery() {
        throw new Error("connection refused");
      },
      transformResult: async ({ result }) => result,
    });
    const sweeper = startSweeper({ database: broken, metrics: createMetrics(), logger });
    await vi.waitFor(() => expect(lines.join()).toContain("hold sweep failed"), { timeout: 10_000 });
    await sweeper.stop();
  });
});
