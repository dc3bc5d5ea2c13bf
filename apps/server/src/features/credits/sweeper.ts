import { setTimeout as sleep } from "node:timers/promises";
import type { Database } from "../../platform/database/database.ts";
import type { Logger } from "../../platform/logging.ts";
import { processSilenceInMs } from "../../platform/process-registry.ts";
import type { Metrics } from "../../platform/telemetry/metrics.ts";
import { countAccountsOff } from "./ledger.repository.ts";
import { sweepHolds } from "./settlement.repository.ts";

const sweepIntervalInMs = 5_000;

/** A loop that can be ended. */
export interface Sweeper {
  stop(): Promise<void>;
}

/** Gives back, every few seconds, what dead processes left held, and measures whether the ledger adds up. */
export function startSweeper({
  database,
  metrics,
  logger,
}: {
  database: Database;
  metrics: Metrics;
  logger: Logger;
}): Sweeper {
  const stopping = new AbortController();

  async function sweep(): Promise<void> {
    const swept = await sweepHolds(database, processSilenceInMs);
    if (swept > 0) {
      metrics.holdsSwept.inc(swept);
      logger.info({ swept }, "holds given back");
    }
    metrics.ledgerAccountsOff.set(await countAccountsOff(database));
  }

  async function run(): Promise<void> {
    while (!stopping.signal.aborted) {
      await sweep().catch((error) => logger.error({ error }, "sweep failed"));
      await sleep(sweepIntervalInMs, undefined, { signal: stopping.signal }).catch(() => {});
    }
  }

  const running = run();
  return {
    async stop() {
      stopping.abort();
      await running;
    },
  };
}
