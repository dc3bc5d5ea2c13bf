import type { EngineHealth, OperatorEngine } from "@mintwright/api-contract/dashboard";
import { useQuery } from "@tanstack/react-query";
import { Button } from "../ui/button.tsx";
import { formatAgo, formatCount, formatDuration } from "../ui/format.ts";
import { Panel } from "../ui/page.tsx";
import { LoadingRows, PanelFailure, Status } from "../ui/states.tsx";
import { MinuteBars } from "./minute-bars.tsx";
import { enginesQuery, healthQuery } from "./queries.ts";

/** Health, success rate and latency of every engine, across all processes. */
export function Engines() {
  const { data, error, refetch, isPending } = useQuery(enginesQuery);
  const health = useQuery(healthQuery);
  return (
    <Panel
      title="Engines"
      action={
        <div className="flex items-center gap-3 text-muted text-xs">
          {health.data && `checked ${formatAgo(health.data.checkedAt)}`}
          <Button isBusy={health.isFetching} onClick={() => health.refetch()}>
            Check now
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
          {engine.isBuiltIn ? "built-in" : engine.type} · {engine.models.join(", ")}
        </p>
        <p className="ml-auto">
          {!health && <Status state="neutral">Checking</Status>}
          {health && !health.isHealthy && <Status state="error">Unreachable</Status>}
          {health?.isHealthy && pausedIn > 0 && (
            <Status state="warning">
              Paused after errors in {formatCount(pausedIn, "process", "processes")}
            </Status>
          )}
          {health?.isHealthy && pausedIn === 0 && <Status state="ok">Healthy</Status>}
        </p>
      </div>
      {health && !health.isHealthy && <p className="rounded-md bg-red-soft px-3 py-2">{health.message}</p>}
      {ended + lastHour.refused === 0 ? (
        <p className="text-muted text-xs">No requests in the last hour.</p>
      ) : (
        <div className="grid items-end gap-4 md:grid-cols-[1fr_15rem]">
          <dl className="grid grid-cols-2 gap-3 sm:grid-cols-4">
            <Figure name="Success rate" value={ended > 0 ? formatShare(lastHour.answered / ended) : "–"} />
            <Figure name="Median" value={formatSpeed(lastHour.p50InSeconds)} />
            <Figure name="95th percentile" value={formatSpeed(lastHour.p95InSeconds)} />
            <Figure name="Requests, last hour" value={(ended + lastHour.refused).toLocaleString("en")} />
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
          {lastHour.refused > 0 && `${lastHour.refused} rejected because the engine was busy or paused. `}
          {lastFault && `Last error ${formatAgo(lastFault.happenedAt)}: ${lastFault.message}`}
        </p>
      )}
    </li>
  );
}

const formatSpeed = (seconds: number | null) => (seconds === null ? "–" : formatDuration(seconds));

/** Rounds down, so that a single failure never shows as 100 %. */
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
