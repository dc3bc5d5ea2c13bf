import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import type { ReactNode } from "react";
import { formatAgo, formatCount, formatDuration } from "../ui/format.ts";
import { Panel } from "../ui/page.tsx";
import { LoadingRows, PanelFailure, Status } from "../ui/states.tsx";
import { LedgerPanel } from "./ledger-panel.tsx";
import { enginesQuery, healthQuery, ledgerQuery, queuesQuery } from "./queries.ts";
import { Queues } from "./queues.tsx";

export function Overview() {
  const queues = useQuery(queuesQuery);
  const { data: ledger } = useQuery(ledgerQuery);
  const off = ledger?.lastCheck?.mismatches.length ?? 0;
  return (
    <>
      {off > 0 && (
        <p role="alert" className="rounded-md border border-line bg-red-soft px-4 py-3">
          <strong className="font-medium text-red">Ledger mismatch</strong> in {formatCount(off, "account")}.
          This should never happen. Stop charging these accounts until the cause is known.
        </p>
      )}
      <Summary />
      <Panel title="Queues">
        {queues.error && <PanelFailure error={queues.error} onRetry={queues.refetch} />}
        {queues.isPending && <LoadingRows />}
        {queues.data && <Queues queues={queues.data.queues} />}
      </Panel>
      <div className="grid gap-6 lg:grid-cols-2">
        <LedgerPanel />
        <Processes />
      </div>
    </>
  );
}

function Summary() {
  const { data: queues } = useQuery(queuesQuery);
  const { data: engines } = useQuery(enginesQuery);
  const { data: health } = useQuery(healthQuery);
  const sum = (key: "waiting" | "active" | "failed") =>
    queues?.queues.reduce((total, one) => total + one[key], 0);
  const oldest = Math.max(0, ...(queues?.queues.map(({ oldestInSeconds }) => oldestInSeconds) ?? []));
  const failed = sum("failed") ?? 0;
  const alive = (role: string) =>
    queues?.processes.filter((one) => one.isAlive && one.role === role).length ?? 0;
  const unreachable = health?.engines.filter(({ isHealthy }) => !isHealthy).length ?? 0;
  const paused = engines?.engines.filter(({ pausedIn }) => pausedIn > 0).length ?? 0;
  return (
    <dl className="grid grid-cols-2 gap-px overflow-hidden rounded-md border border-line bg-line lg:grid-cols-4">
      <Tile name="Queued jobs" value={queues && String(sum("waiting"))}>
        {oldest > 0 ? `oldest ${formatDuration(oldest)}` : `${sum("active") ?? 0} running`}
      </Tile>
      <Tile name="Processes" value={queues && `${alive("api")} + ${alive("worker")}`}>
        <Status state={alive("worker") > 0 ? "ok" : "error"}>
          {alive("worker") > 0 ? "API + workers" : "No worker running"}
        </Status>
      </Tile>
      <Tile name="Engines" value={engines && String(engines.engines.length)}>
        <Link to="/operator" search={{ part: "engines" }} className="hover:underline">
          <Status state={unreachable > 0 ? "error" : paused > 0 ? "warning" : "ok"}>
            {unreachable > 0
              ? `${unreachable} unreachable`
              : paused > 0
                ? `${paused} paused after errors`
                : "All healthy"}
          </Status>
        </Link>
      </Tile>
      <Tile name="Failed jobs" value={queues && String(failed)}>
        {failed > 0 ? (
          <Link to="/operator" search={{ part: "failed-jobs" }} className="hover:underline">
            <Status state="error">View failed jobs</Status>
          </Link>
        ) : (
          <Status state="ok">None</Status>
        )}
      </Tile>
    </dl>
  );
}

function Tile({ name, value, children }: { name: string; value: string | undefined; children: ReactNode }) {
  return (
    <div className="flex flex-col gap-1 bg-surface p-4">
      <dt className="text-muted text-xs">{name}</dt>
      <dd className="numbers text-lg">
        {value ?? <span className="block h-7 w-20 animate-pulse rounded bg-line" />}
      </dd>
      <dd className="text-muted text-xs">{children}</dd>
    </div>
  );
}

function Processes() {
  const { data } = useQuery(queuesQuery);
  const alive = data?.processes.filter(({ isAlive }) => isAlive) ?? [];
  const lost = (data?.processes.length ?? 0) - alive.length;
  return (
    <Panel title="Processes">
      {!data && <LoadingRows rows={2} />}
      <ul className="divide-y divide-line">
        {alive.map((process) => (
          <li
            key={`${process.role} ${process.host} ${process.startedAt}`}
            className="flex items-baseline gap-4 px-4 py-3"
          >
            <span className="w-16 font-medium">{process.role}</span>
            <span className="numbers min-w-0 flex-1 truncate">{process.host}</span>
            <span className="text-muted text-xs">started {formatAgo(process.startedAt)}</span>
          </li>
        ))}
      </ul>
      {lost > 0 && (
        <p className="border-line border-t px-4 py-3 text-muted text-xs">
          {formatCount(lost, "process", "processes")} stopped responding in the last 24 hours without shutting
          down. Their jobs were released.
        </p>
      )}
    </Panel>
  );
}
