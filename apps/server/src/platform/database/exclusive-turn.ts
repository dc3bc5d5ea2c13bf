import { setTimeout as sleep } from "node:timers/promises";
import { type RawBuilder, sql } from "kysely";
import type { Database } from "./database.ts";

const pollingInMs = 250;

/**
 * Runs work while no other process runs work of the same key. The lock belongs to a transaction that stays open beside the
 * work, because a pooler gives the session of a lock to others. It is polled: a statement that waits would occupy a
 * connection of the pooler, and a concurrent index build by the process with the lock would wait for its snapshot.
 */
export async function takeTurn<Result>(
  database: Database,
  key: RawBuilder<unknown>,
  { work, onWait }: { work(): Promise<Result>; onWait(): void },
): Promise<Result> {
  for (let tries = 0; ; tries++) {
    const turn = await database.transaction().execute(async (transaction) => {
      const { rows } = await sql<{ is_ours: boolean }>`
        select pg_try_advisory_xact_lock(${key}) as is_ours,
          set_config('idle_in_transaction_session_timeout', '0', true)`.execute(transaction);
      return rows[0]?.is_ours ? { result: await work() } : undefined;
    });
    if (turn) return turn.result;
    if (tries === 0) onWait();
    await sleep(pollingInMs);
  }
}
