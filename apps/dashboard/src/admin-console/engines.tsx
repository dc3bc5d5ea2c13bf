import type { EngineHealth, OperatorEngine } from "@mintwright/api-contract/dashboard";
import { useQuery } from "@tanstack/react-query";
import { Button } from "../ui/button.tsx";
import { Panel } from "../ui/page.tsx";
import { LoadingRows, PanelFailure, Status } from "../ui/states.tsx";
import { formatAgo, formatCount, formatDuration } from "./format.ts";
import { MinuteBars } from "./minute-bars.tsx";
import { enginesQuery, healthQuery } from "./queries.ts";

/** Engines: does each answer, how often and how fast, over all processes. */
export function Engines() {
  const { data, error, refetch, isPending } = useQuery(enginesQuery);
  const health = useQuery(healthQuery);
  return (
    <Panel
      title="Engines"
      action={
        <div className="flex items-center gap-3 text-muted text-xs">
          {health.data && `asked ${formatAgo(health.data.checkedAt)}`}
          <Button isBusy={health.isFetching} onClick={() => health.refetch()}>
            Ask again
          </Button>
        </div>
      }
    >
      {(error ?? health.error) && <PanelFailure error={(error ?? health.error) as Error} onRetry={refetch} />}
      {isPending && <LoadingRows rows={3} />}
      <ul className="divide-y divide-line">
        {data?.engines.map((engine) => (
          <EngineRow
            key={`${engine.kind} ${engine.name}`}
            engine={engine}
            health={health.data?.engines.find(({ name }) => name === engine.name)}
          />
        ))}
      </ul>
    </Panel>
  );
}

function EngineRow({ engine, health }: { engine: OperatorEngine; health: EngineHealth | undefined }) {
  const { lastHour, lastFault, pausedIn } = engine;
  const ended = lastHour.answered + lastHour.failed;
  return (
    <li className="flex flex-col gap-3 px-4 py-4">
      <div className="flex flex-wrap items-baseline gap-x-4 gap-y-1">
        <p className="min-w-0 break-all font-medium">{engine.name}</p>
        <p className="text-muted text-xs">
          {engine.isBuiltIn ? "built in" : engine.type} · {engine.models.join(", ")}
        </p>
        <p className="ml-auto">
          {!health && <Status state="quiet">asking</Status>}
          {health && !health.isHealthy && <Status state="bad">does not answer</Status>}
          {health?.isHealthy && pausedIn > 0 && (
            <Status state="warning">kept failing in {formatCount(pausedIn, "process", "processes")}</Status>
          )}
          {health?.isHealthy && pausedIn === 0 && <Status state="well">answers</Status>}
        </p>
      </div>
      {health && !health.isHealthy && <p className="rounded-md bg-red-soft px-3 py-2">{health.message}</p>}
      {ended + lastHour.refused === 0 ? (
        <p className="text-muted text-xs">No calls in the last hour.</p>
      ) : (
        <div className="grid items-end gap-4 md:grid-cols-[1fr_15rem]">
          <dl className="grid grid-cols-2 gap-3 sm:grid-cols-4">
            <Figure name="Success" value={ended > 0 ? formatShare(lastHour.answered / ended) : "–"} />
            <Figure name="Median" value={formatSpeed(lastHour.p50InSeconds)} />
            <Figure name="95th percentile" value={formatSpeed(lastHour.p95InSeconds)} />
            <Figure name="Calls in the last hour" value={(ended + lastHour.refused).toLocaleString("en")} />
          </dl>
          <MinuteBars
            label={`95th percentile of ${engine.name}`}
            values={engine.minutes.map(({ minute, p95InSeconds, answered, failed }) => ({
              minute,
              value: p95InSeconds,
              isBad: failed > answered,
            }))}
            format={(value) => `95 % within ${formatDuration(value)}`}
          />
        </div>
      )}
      {(lastFault || lastHour.failed + lastHour.refused > 0) && (
        <p className="text-muted text-xs">
          {lastHour.failed > 0 && `${lastHour.failed} failed. `}
          {lastHour.refused > 0 && `${lastHour.refused} refused because it was busy or paused. `}
          {lastFault && `Last fault ${formatAgo(lastFault.happenedAt)}: ${lastFault.message}`}
        </p>
      )}
    </li>
  );
}

const formatSpeed = (seconds: number | null) => (seconds === null ? "–" : formatDuration(seconds));

/** Never rounds a failure away. */
function formatShare(share: number): string {
  return share === 1 ? "100 %" : `${(Math.floor(share * 1_000) / 10).toFixed(1)} %`;
}

function Figure({ name, value }: { name: string; value: string }) {
  return (
    <div>
      <dt className="text-muted text-xs">{name}</dt>
      <dd className="numbers">{value}</dd>
    </div>
  );
}
