import type { Reads } from "../../platform/database/reads.ts";
import type { Logger } from "../../platform/logging.ts";
import { startLoop } from "../../platform/loop.ts";
import { type LogPosition, listNewLogs, type RequestLogRow } from "./request-logs.repository.ts";

const lookEveryInMs = 1_000;
const rowsPerLook = 500;

/** A browser that follows the log of an account. */
export interface TailWatcher {
  /** Resolves when there are new rows. */
  readonly changed: Promise<void>;
  /** Returns the new rows since the last call, oldest first. */
  take(): RequestLogRow[];
  leave(): void;
}

/** Lets many browsers follow the log with one query a second for all of them. */
export interface LogTail {
  watch(position: LogPosition): TailWatcher;
}

interface Watching extends LogPosition {
  rows: RequestLogRow[];
  change: PromiseWithResolvers<void>;
}

/** Creates the tail of a process. It queries the database only while someone watches. */
export function createLogTail(reads: Reads, logger: Logger): LogTail {
  const watchers = new Set<Watching>();

  async function look(): Promise<boolean> {
    // A browser that does not keep up is asked for again when it has taken its rows.
    const asked = [...watchers].filter(({ rows }) => rows.length < rowsPerLook);
    if (asked.length === 0) return false;
    const found = await reads.run((read) => listNewLogs(read, asked, rowsPerLook));
    for (const { place, ...row } of found) {
      const watching = asked[place - 1] as Watching;
      watching.rows.push(row);
      watching.after = row.log_id;
    }
    for (const watching of new Set(found.map(({ place }) => asked[place - 1] as Watching))) {
      const { resolve } = watching.change;
      watching.change = Promise.withResolvers();
      resolve();
    }
    return found.length >= rowsPerLook;
  }

  const loop = startLoop(
    {
      intervalInMs: lookEveryInMs,
      onError: (error) => logger.warn({ error }, "reading new request logs failed, will retry"),
    },
    async () => {
      if (watchers.size === 0) return Number.POSITIVE_INFINITY;
      return (await look()) ? 0 : undefined;
    },
  );

  return {
    watch(position) {
      const watching: Watching = { ...position, rows: [], change: Promise.withResolvers() };
      watchers.add(watching);
      if (watchers.size === 1) loop.wake();
      return {
        get changed() {
          return watching.change.promise;
        },
        take: () => watching.rows.splice(0),
        leave: () => watchers.delete(watching),
      };
    },
  };
}
