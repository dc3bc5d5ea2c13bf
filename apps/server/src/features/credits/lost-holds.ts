import { setTimeout as sleep } from "node:timers/promises";
import type { Database } from "../../platform/database/database.ts";
import { findHolds, settleHolds } from "./settlement.repository.ts";

const pauseInMs = 1_000;

/** Releases holds of this process whose outcome is unknown, because the database connection was lost. */
export interface LostHolds {
  release(holdIds: readonly string[]): void;
}

/**
 * Creates the releaser of lost holds. The sweeper would wait for their deadline, since their process is alive; until then
 * their credits would be blocked and their idempotency keys would be in use.
 */
export function createLostHolds(database: Database): LostHolds {
  const lost = new Set<string>();
  let isRunning = false;

  /** Returns the holds of locked accounts: they are released later. */
  async function releaseFound(holdIds: string[]): Promise<ReadonlySet<string>> {
    const found = await findHolds(database, holdIds);
    if (found.length === 0) return new Set();
    const settlements = found.map((hold) => ({ ...hold, captured: 0 }));
    return (await settleHolds(database, settlements, 0)).busy;
  }

  async function runUntilEmpty(): Promise<void> {
    isRunning = true;
    while (lost.size > 0) {
      await sleep(pauseInMs, undefined, { ref: false });
      const holdIds = [...lost];
      const busy = await releaseFound(holdIds).catch(() => undefined);
      if (busy) for (const holdId of holdIds) if (!busy.has(holdId)) lost.delete(holdId);
    }
    isRunning = false;
  }

  return {
    release(holdIds) {
      for (const holdId of holdIds) lost.add(holdId);
      if (!isRunning) void runUntilEmpty();
    },
  };
}
