import { createWakeSignal, eachTurn } from "../../platform/loop.ts";
import { describeLog } from "./describe-log.ts";
import type { TailWatcher } from "./log-tail.ts";
import type { LogFilter, RequestLogRow } from "./request-logs.repository.ts";

/** Proxies close connections that are silent for about a minute. */
const signOfLifeInMs = 15_000;

/** Streams new log entries that match a filter. The event id is the log id: a client that reconnects misses nothing. */
export async function* writeLogEvents(
  watch: () => TailWatcher,
  filter: LogFilter,
  signal: AbortSignal,
): AsyncGenerator<string> {
  const watcher = watch();
  const wakeSignal = createWakeSignal();
  let awaited: Promise<void> | undefined;
  try {
    yield "retry: 2000\n\n";
    for await (const reason of eachTurn(wakeSignal, { pauseInMs: () => signOfLifeInMs, signal })) {
      const { changed } = watcher;
      if (changed !== awaited) void changed.then(wakeSignal.wake);
      awaited = changed;
      const events = watcher
        .take()
        .filter((row) => matches(row, filter))
        .map((row) => `id: ${row.log_id}\nevent: log\ndata: ${JSON.stringify(describeLog(row))}\n\n`);
      if (events.length > 0) yield events.join("");
      else if (reason === "timeout") yield ": still here\n\n";
    }
  } finally {
    watcher.leave();
  }
}

function matches(row: RequestLogRow, { status, operation, keyId, model, requestId }: LogFilter): boolean {
  return (
    (!status || isOfClass(row.status, status)) &&
    (!operation || row.operation === operation) &&
    (!keyId || row.key_id === keyId) &&
    (!model || row.model === model) &&
    (!requestId || row.request_id === requestId)
  );
}

function isOfClass(status: number, wanted: NonNullable<LogFilter["status"]>): boolean {
  if (wanted === "success") return status < 400;
  if (wanted === "server_error") return status >= 500;
  return status >= 400 && (wanted === "error" || status < 500);
}
