import { setTimeout as sleep } from "node:timers/promises";
import { sql } from "kysely";
import { AppError } from "../errors.ts";
import type { Logger } from "../logging.ts";
import { startLoop } from "../loop.ts";
import type { Database } from "./database.ts";

export interface ReadOptions {
  /** How old the data may be; 0 unless given: everything that was committed before the call is seen. */
  maxAgeInMs?: number;
}

/** Runs reads on a replica when there is one that is fresh enough, otherwise on the primary. */
export interface Reads {
  /** Runs work that only reads. It may run twice: on a replica that fails, and then on the primary. */
  run<Result>(work: (database: Database) => Promise<Result>, options?: ReadOptions): Promise<Result>;
  stop(): Promise<void>;
}

/** Data this old is good enough for lists that nobody has just changed. */
export const recentReads: ReadOptions = { maxAgeInMs: 1_000 };

/** Runs every read on the primary. */
export function readFromPrimary(primary: Database): Reads {
  return { run: (work) => work(primary), async stop() {} };
}

export interface ReplicaParts {
  primary: Database;
  /** Reads only, through a pool with short timeouts. */
  replica: Database;
  logger: Logger;
  onRead(source: "replica" | "primary"): void;
}

/** A position in the write-ahead log of the primary, and when it was the newest. */
interface Position {
  lsn: string;
  readAt: number;
}

class ReplicaLagError extends Error {}

const checkEveryInMs = 500;
/** How far behind a replica may be before reads leave it. */
const maxLagInMs = 2_000;
/** How long one read waits for the replica before it goes to the primary. */
const patienceInMs = 50;
const pollingInMs = 5;
/** A read has no answer of the replica for this long: it goes to the primary. */
const deadlineInMs = 2_000;
/** After a read that found the replica behind, reads of the newest data go to the primary for this long. */
const lagPauseInMs = 1_000;

/**
 * Runs reads on a replica. Each read first asks the primary for its position in the write-ahead log, or takes one that is
 * young enough, and the replica answers only when it has replayed that position. So a caller always reads what it was told
 * before, and the pages of a cursor follow each other, whichever server answers which.
 */
export function startReplicaReads({ primary, replica, logger, onRead }: ReplicaParts): Reads {
  let isUsable = false;
  let newest: Position | undefined;
  let laggingUntil = 0;

  async function findPosition(maxAgeInMs: number): Promise<Position> {
    if (newest && performance.now() - newest.readAt <= maxAgeInMs) return newest;
    const readAt = performance.now();
    const { rows } = await sql<{ lsn: string }>`select pg_current_wal_flush_lsn()::text as lsn`.execute(
      primary,
    );
    const position = { lsn: rows[0]?.lsn ?? "0/0", readAt };
    if (!newest || newest.readAt < readAt) newest = position;
    return position;
  }

  /** The check and the work are one transaction, because the URL may lead to several replicas. */
  function runOnReplica<Result>(
    { lsn }: Position,
    waitInMs: number,
    work: (database: Database) => Promise<Result>,
  ): Promise<Result> {
    return replica
      .transaction()
      .setAccessMode("read only")
      .execute(async (transaction) => {
        for (const endsAt = performance.now() + waitInMs; ; await sleep(pollingInMs)) {
          const { rows } = await sql<{ is_fresh: boolean | null }>`
            select pg_is_in_recovery() and pg_last_wal_replay_lsn() >= ${lsn}::pg_lsn as is_fresh`.execute(
            transaction,
          );
          if (rows[0]?.is_fresh) return work(transaction);
          if (performance.now() >= endsAt)
            throw new ReplicaLagError(`the replica has not replayed ${lsn} after ${waitInMs} ms`);
        }
      });
  }

  function setUsable(usable: boolean, error?: unknown): void {
    if (usable === isUsable) return;
    isUsable = usable;
    if (usable) logger.info("read replica in use");
    else logger.warn({ error }, "read replica unavailable or behind, reading from the primary");
  }

  const loop = startLoop(
    { intervalInMs: checkEveryInMs, onError: (error) => setUsable(false, error) },
    async () => {
      await runOnReplica(await findPosition(0), maxLagInMs, async () => {});
      setUsable(true);
    },
  );

  async function tryReplica<Result>(
    work: (database: Database) => Promise<Result>,
    maxAgeInMs: number,
  ): Promise<{ result: Result } | undefined> {
    if (!isUsable || (maxAgeInMs === 0 && performance.now() < laggingUntil)) return undefined;
    const position = await findPosition(maxAgeInMs);
    try {
      const result = await withDeadline(runOnReplica(position, patienceInMs, work));
      return { result };
    } catch (error) {
      if (error instanceof AppError) throw error;
      if (error instanceof ReplicaLagError) laggingUntil = performance.now() + lagPauseInMs;
      else setUsable(false, error);
      return undefined;
    }
  }

  return {
    async run(work, { maxAgeInMs = 0 } = {}) {
      const answer = await tryReplica(work, maxAgeInMs);
      onRead(answer ? "replica" : "primary");
      return answer ? answer.result : work(primary);
    },
    async stop() {
      await loop.stop();
      await replica.destroy();
    },
  };
}

async function withDeadline<Result>(reading: Promise<Result>): Promise<Result> {
  reading.catch(() => {});
  const timer = new AbortController();
  const deadline = sleep(deadlineInMs, undefined, { signal: timer.signal }).then(() => {
    throw new Error(`the replica did not answer within ${deadlineInMs} ms`);
  });
  deadline.catch(() => {});
  return Promise.race([reading, deadline]).finally(() => timer.abort());
}
