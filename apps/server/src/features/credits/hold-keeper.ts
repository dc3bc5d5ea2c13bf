import type { Database } from "../../platform/database/database.ts";
import type { Logger } from "../../platform/logging.ts";
import { startLoop } from "../../platform/loop.ts";
import { extendHolds } from "./settlement.repository.ts";

const extendEveryInMs = 60_000;

/** Keeps the holds of long work from reaching their deadline while the work goes on. */
export interface HoldKeeper {
  /** Keeps a hold until the returned function is called. */
  keep(accountId: string, holdId: string): () => void;
  stop(): void;
}

/** Creates the keeper of this process: one statement a minute for all its long work, none when there is none. */
export function createHoldKeeper({
  database,
  logger,
  deadlineInMs,
  everyInMs = extendEveryInMs,
}: {
  database: Database;
  logger: Logger;
  /** Time from an extension to the next deadline. */
  deadlineInMs: number;
  everyInMs?: number;
}): HoldKeeper {
  const accountByHold = new Map<string, string>();
  const loop = startLoop(
    {
      intervalInMs: everyInMs,
      startsWithPause: true,
      onError: (error) => logger.warn({ error }, "holds not extended, will retry"),
    },
    async () => {
      if (accountByHold.size === 0) return;
      const holds = [...accountByHold].map(([holdId, accountId]) => ({ accountId, holdId }));
      await extendHolds(database, holds, deadlineInMs);
    },
  );
  return {
    keep(accountId, holdId) {
      accountByHold.set(holdId, accountId);
      return () => accountByHold.delete(holdId);
    },
    stop: () => void loop.stop(),
  };
}
