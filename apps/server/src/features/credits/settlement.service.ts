import { createBatcher } from "../../platform/batcher.ts";
import type { Database } from "../../platform/database/database.ts";
import { ServiceUnavailableError } from "../../platform/errors.ts";
import type { Metrics } from "../../platform/telemetry/metrics.ts";
import { withSpan } from "../../platform/telemetry/spans.ts";
import { findCapture, type SettledHold, type Settlement, settleHolds } from "./settlement.repository.ts";

const maxHoldsPerStatement = 200;
const attempts = 3;

/** Ends holds: what was delivered is spent, the rest goes back. */
export interface SettlementService {
  /** Settles a hold. Undefined when it was taken away before: then nothing may be delivered. */
  settle(settlement: Settlement): Promise<SettledHold | undefined>;
}

/** Creates the settlement of this process, batched like admission. */
export function createSettlementService({
  database,
  metrics,
}: {
  database: Database;
  metrics: Metrics;
}): SettlementService {
  const settleInBatch = createBatcher<Settlement, SettledHold | undefined>(
    (settlements) => {
      metrics.settlementBatch.observe(settlements.length);
      return withSpan("settlement", { "mintwright.holds": settlements.length }, () => settleAll(settlements));
    },
    { maxItems: maxHoldsPerStatement },
  );

  async function settleAll(settlements: Settlement[]): Promise<(SettledHold | undefined)[]> {
    for (let attempt = 1; ; attempt++) {
      const endTimer = metrics.batchSeconds.startTimer({ batch: "settlement" });
      try {
        const settled = await settleHolds(database, settlements);
        endTimer();
        const isFirstAttempt = attempt === 1;
        return await Promise.all(
          settlements.map(
            (settlement) =>
              settled.get(settlement.holdId) ?? (isFirstAttempt ? undefined : findEarlier(settlement)),
          ),
        );
      } catch (cause) {
        if (attempt < attempts) continue;
        throw new ServiceUnavailableError(
          "The ledger does not answer at the moment. Nothing is charged; try again shortly.",
          {
            cause,
          },
        );
      }
    }
  }

  // An attempt whose connection broke may have been committed: then the ledger, not the hold, knows.
  async function findEarlier({ accountId, holdId }: Settlement): Promise<SettledHold | undefined> {
    const captured = await findCapture(database, accountId, holdId);
    if (captured === undefined) return undefined;
    const { balance } = await database
      .selectFrom("account")
      .select("balance")
      .where("account_id", "=", accountId)
      .executeTakeFirstOrThrow();
    return { captured, balance };
  }

  return { settle: settleInBatch };
}
