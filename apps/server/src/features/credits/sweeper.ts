import { toCredits } from "@mintwright/api-contract";
import type { Database } from "../../platform/database/database.ts";
import type { Logger } from "../../platform/logging.ts";
import { type Loop, startLoop } from "../../platform/loop.ts";
import { processSilenceInMs, silenceGraceInMs } from "../../platform/process-registry.ts";
import type { Metrics } from "../../platform/telemetry/metrics.ts";
import { measureLedger } from "./ledger.repository.ts";
import { sweepHolds } from "./settlement.repository.ts";

const sweepIntervalInMs = 5_000;

/** Releases holds of dead processes every few seconds, and measures whether the ledger balances. */
export function startSweeper({
  database,
  metrics,
  logger,
}: {
  database: Database;
  metrics: Metrics;
  logger: Logger;
}): Loop {
  async function sweep(): Promise<void> {
    const swept = await sweepHolds(database, {
      silenceInMs: processSilenceInMs,
      graceInMs: silenceGraceInMs,
    });
    if (swept > 0) {
      metrics.holdsSwept.inc(swept);
      logger.info({ swept }, "expired holds released");
    }
    const { accountsOff, ...totals } = await measureLedger(database);
    metrics.ledgerAccountsOff.set(accountsOff);
    for (const [amount, total] of Object.entries(totals))
      metrics.ledgerCredits.set({ amount }, toCredits(total));
  }

  return startLoop(
    {
      intervalInMs: sweepIntervalInMs,
      onError: (error) => logger.error({ error }, "hold sweep failed, will retry"),
    },
    sweep,
  );
}
