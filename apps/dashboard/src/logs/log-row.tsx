import type { RequestLog } from "@mintwright/api-contract/dashboard";
import { Link } from "@tanstack/react-router";
import { formatCredits, formatDuration, formatOperation } from "../ui/format.ts";
import { LogStatus } from "./log-status.tsx";

const clock = new Intl.DateTimeFormat("en", {
  month: "short",
  day: "numeric",
  hour: "2-digit",
  minute: "2-digit",
  second: "2-digit",
  hourCycle: "h23",
});

export const formatLogTime = (text: string) => clock.format(new Date(text));

/** The columns of the log; the header uses them too. On a phone a request is a block of two lines. */
export const logColumns =
  "grid grid-cols-[auto_1fr_auto] gap-x-4 gap-y-0.5 px-4 md:grid-cols-[9.5rem_4.5rem_minmax(0,1.4fr)_minmax(0,1fr)_5rem_5rem]";

export function LogRow({ log }: { log: RequestLog }) {
  const credits = log.held > 0 ? `${formatCredits(log.held)} held` : formatCredits(log.charged);
  return (
    <Link
      to="/logs/$logId"
      params={{ logId: log.id }}
      className={`${logColumns} items-baseline py-2.5 hover:bg-sunken`}
    >
      <span className="numbers order-4 col-span-2 text-muted text-xs md:order-none md:col-span-1">
        {formatLogTime(log.createdAt)}
      </span>
      <LogStatus status={log.status} />
      <span className="min-w-0 truncate">
        {formatOperation(log.operation)}
        {log.model && <span className="text-muted"> · {log.model}</span>}
        {log.sampleFactor > 1 && (
          <span
            className="ml-2 rounded bg-sunken px-1.5 text-muted text-xs"
            title={`This entry stands for ${log.sampleFactor} requests`}
          >
            1 of {log.sampleFactor}
          </span>
        )}
      </span>
      <span className="order-5 hidden truncate text-muted md:order-none md:block">
        {log.keyName ?? "Deleted key"}
      </span>
      <span className="numbers text-right">{formatDuration(log.latencyInMs / 1_000)}</span>
      <span className="numbers order-6 text-right text-muted md:order-none md:text-ink">{credits}</span>
    </Link>
  );
}
