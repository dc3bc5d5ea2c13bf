import { setTimeout as sleep } from "node:timers/promises";
import { busy, createBatcher } from "../../platform/batcher.ts";
import type { Database } from "../../platform/database/database.ts";
import { isLockTimeout, isLostConnection, isWorthRetrying } from "../../platform/database/database-errors.ts";
import { waitForStandby } from "../../platform/database/replication.ts";
import { ServiceUnavailableError } from "../../platform/errors.ts";
import type { Metrics } from "../../platform/telemetry/metrics.ts";
import { withSpan } from "../../platform/telemetry/spans.ts";
import { findCapture, type SettledHold, type Settlement, settleHolds } from "./settlement.repository.ts";

const maxHoldsPerStatement = 200;
const firstPauseInMs = 200;
const longestPauseInMs = 1_000;
/**
 * Longer than a failover, which takes Patroni up to 45 s with its default settings. The answer is already generated, and only the ledger knows whether
 * a broken commit charged for it: giving up sooner would charge for answers that were not delivered.
 */
const defaultPatienceInMs = 60_000;

/** Settles holds: captures what was delivered and releases the rest. */
export interface SettlementService {
  /** Settles a hold. Undefined when the sweeper released it before: then nothing may be delivered. */
  settle(settlement: Settlement): Promise<SettledHold | undefined>;
}

/** Creates the settlement service of this process, batched like admission. */
export function createSettlementService({
  database,
  metrics,
  onUnknownOutcome,
  patienceInMs = defaultPatienceInMs,
}: {
  database: Database;
  metrics: Metrics;
  onUnknownOutcome?: (holdIds: string[]) => void;
  /** How long to wait for an unreachable database; 60 seconds by default. */
  patienceInMs?: number;
}): SettlementService {
  /** Settlements whose attempt may have been committed although its connection broke. */
  const inDoubt = new WeakSet<Settlement>();
  const settleInBatch = createBatcher<Settlement, SettledHold | undefined>(
    (settlements, lockWaitInMs) => {
      metrics.settlementBatch.observe(settlements.length);
      return withSpan("settlement", { "mintwright.holds": settlements.length }, () =>
        settleAll(settlements, lockWaitInMs),
      );
    },
    {
      maxItems: maxHoldsPerStatement,
      laneOf: ({ accountId }) => accountId,
      patienceInMs,
      giveUp: ({ holdId }) => createUnconfirmedError([holdId]),
    },
  );

  function createUnconfirmedError(holdIds: string[], cause?: unknown): ServiceUnavailableError {
    onUnknownOutcome?.(holdIds);
    return new ServiceUnavailableError(
      "The ledger did not confirm this call. Send it again with its Idempotency-Key, which is charged once at most; without one, look for its request id in /credits/ledger first.",
      { cause },
    );
  }

  async function findDurableCapture({ accountId, holdId }: Settlement): Promise<SettledHold | undefined> {
    const found = await findCapture(database, accountId, holdId);
    // A commit that broke off while it waited for the standby is visible here, and a failover may still lose it.
    if (found) await waitForStandby(database);
    return found;
  }

  async function settleAll(
    settlements: Settlement[],
    lockWaitInMs: number,
  ): Promise<(SettledHold | typeof busy | undefined)[]> {
    const holdIds = settlements.map(({ holdId }) => holdId);
    const giveUpAt = performance.now() + patienceInMs;
    for (let attempt = 1; ; attempt++) {
      const endTimer = metrics.batchSeconds.startTimer({ batch: "settlement" });
      try {
        const batch = await settleHolds(database, settlements, lockWaitInMs);
        endTimer();
        // A hold settles once, even when a batch contains it twice.
        const take = (holdId: string) => {
          if (batch.busy.has(holdId)) return busy;
          const hold = batch.settled.get(holdId);
          batch.settled.delete(holdId);
          return hold;
        };
        return await Promise.all(
          settlements.map(
            (settlement) =>
              take(settlement.holdId) ??
              // An attempt whose connection broke may have been committed: then the ledger has the capture.
              (inDoubt.has(settlement) ? findDurableCapture(settlement) : undefined),
          ),
        );
      } catch (cause) {
        if (!isLockTimeout(cause)) metrics.batchFailures.inc({ batch: "settlement" });
        if (isLostConnection(cause)) for (const settlement of settlements) inDoubt.add(settlement);
        // The batcher removes locked accounts, and settlements that can never succeed, from the batch.
        if (isLockTimeout(cause) || (!isWorthRetrying(cause) && settlements.length > 1)) throw cause;
        if (!isWorthRetrying(cause)) {
          onUnknownOutcome?.(holdIds);
          throw cause;
        }
        if (performance.now() >= giveUpAt) throw createUnconfirmedError(holdIds, cause);
        await sleep(Math.min(firstPauseInMs * 2 ** (attempt - 1), longestPauseInMs));
      }
    }
  }

  return { settle: settleInBatch };
}
