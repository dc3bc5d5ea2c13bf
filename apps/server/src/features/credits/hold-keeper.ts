import type { Database } from "../../platform/database/database.ts";
import type { Logger } from "../../platform/logging.ts";
import { startLoop } from "../../platform/loop.ts";
import { extendHolds } from "./settlement.repository.ts";

const extendEveryInMs = 60_000;

/** Extends the deadline of holds while their work continues. */
export interface HoldKeeper {
  /** Extends a hold until the returned function is called. */
  keep(accountId: string, holdId: string): () => void;
  stop(): void;
}

/** Creates the keeper of this process: one statement per minute for all its holds, none when it has none. */
export function createHoldKeeper({
  database,
  logger,
  deadlineInMs,
  everyInMs = extendEveryInMs,
}: {
  database: Database;
  logger: Logger;
  deadlineInMs: number;
  everyInMs?: number;
}): HoldKeeper {
  const accountByHold = new Map<string, string>();
  const loop = startLoop(
    {
      intervalInMs: everyInMs,
      startsWithPause: true,
      onError: (error) => logger.warn({ error }, "extending holds failed, will retry"),
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
