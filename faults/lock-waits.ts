import { setTimeout as sleep } from "node:timers/promises";
import pg from "pg";

export interface LockWait {
  waitedInMs: number;
  application: string;
  /** What it waited for: a row, a table, an advisory lock. */
  lock: string;
  statement: string;
}

const sampleEveryInMs = 20;

/**
 * Watches every session of a database that waits for a lock, until stopped. PostgreSQL itself notes when a wait began
 * (`pg_locks.waitstart`), so a wait is measured exactly but for its end, which lies at most one sample later. A
 * concurrent index build waits for old transactions with locks of kind virtualxid, and nothing queues behind it: those
 * do not count.
 */
export async function watchLockWaits(databaseUrl: string) {
  const client = new pg.Client({ connectionString: databaseUrl, application_name: "lock-watcher" });
  await client.connect();
  let isStopped = false;
  let longest: LockWait | undefined;
  let [samples, longestGapInMs, sampledAt] = [0, 0, performance.now()];
  const watching = (async () => {
    while (!isStopped) {
      const { rows } = await client.query<LockWait>(
        `select (extract(epoch from clock_timestamp() - l.waitstart) * 1000)::float8 as "waitedInMs",
           a.application_name as application, concat_ws(' ', l.locktype, l.mode, l.relation::regclass) as lock,
           left(a.query, 200) as statement
         from pg_locks l join pg_stat_activity a using (pid)
         where not l.granted and l.waitstart is not null and l.locktype <> 'virtualxid' and a.datname = current_database()
         order by 1 desc limit 1`,
      );
      const [wait] = rows;
      if (wait && wait.waitedInMs > (longest?.waitedInMs ?? 0)) longest = wait;
      samples++;
      longestGapInMs = Math.max(longestGapInMs, performance.now() - sampledAt);
      sampledAt = performance.now();
      await sleep(sampleEveryInMs);
    }
  })();
  watching.catch(() => {});
  return {
    /** Returns the longest wait, the number of samples and the longest pause between two of them. */
    async stop() {
      isStopped = true;
      await watching;
      await client.end();
      return { longest, samples, longestGapInMs };
    },
  };
}
