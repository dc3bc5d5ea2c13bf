import type { RequestBodies, RequestLog } from "@mintwright/api-contract/dashboard";
import { useQuery } from "@tanstack/react-query";
import { getRouteApi, Link } from "@tanstack/react-router";
import type { ReactNode } from "react";
import { CopyButton } from "../ui/copy-button.tsx";
import { formatCredits, formatDuration, formatOperation } from "../ui/format.ts";
import { Page, Panel } from "../ui/page.tsx";
import { Scroller } from "../ui/scroller.tsx";
import { Empty, Failure, LoadingRows } from "../ui/states.tsx";
import { bodiesQuery, logQuery, logSettingsQuery } from "./log-queries.ts";
import { formatLogTime } from "./log-row.tsx";
import { LogStatus } from "./log-status.tsx";
import { RunInPlayground } from "./run-in-playground.tsx";
import { indentJson, writeCurl } from "./write-curl.ts";

const route = getRouteApi("/inside/logs/$logId");

export function LogPage() {
  const { logId } = route.useParams();
  const { data: log, error, refetch } = useQuery(logQuery(logId));
  const bodies = useQuery({ ...bodiesQuery(logId), enabled: log?.hasBodies === true });
  if (error) return <Failure error={error} onRetry={() => refetch()} />;
  if (!log || (log.hasBodies && bodies.isPending)) return <LoadingRows />;
  const curl = writeCurl(log, bodies.data, window.location.origin);
  return (
    <Page
      title={formatOperation(log.operation)}
      text={`${log.method} ${log.path}`}
      action={
        <div className="flex flex-wrap gap-2">
          <RunInPlayground log={log} bodies={bodies.data} />
          <CopyButton text={curl} label="Copy as curl" />
        </div>
      }
    >
      <div className="grid items-start gap-6 lg:grid-cols-[20rem_minmax(0,1fr)]">
        <Panel title="Request">
          <Facts log={log} />
        </Panel>
        <div className="flex min-w-0 flex-col gap-6">
          {bodies.error && <Failure error={bodies.error} onRetry={() => bodies.refetch()} />}
          {bodies.data ? <Bodies bodies={bodies.data} /> : !log.hasBodies && <NoBodies />}
          <Panel title="curl">
            <Code label="curl" text={curl} />
          </Panel>
        </div>
      </div>
    </Page>
  );
}

function Facts({ log }: { log: RequestLog }) {
  return (
    <dl className="flex flex-col divide-y divide-line">
      <Fact name="Status">
        <LogStatus status={log.status} />
        {log.errorCode && <span className="block text-muted text-xs">{log.errorCode}</span>}
        {log.status === 499 && (
          <span className="block text-muted text-xs">The response was not sent completely.</span>
        )}
      </Fact>
      <Fact name="Time">{formatLogTime(log.createdAt)}</Fact>
      <Fact name="Latency">
        <span className="numbers">{formatDuration(log.latencyInMs / 1_000)}</span>
      </Fact>
      <Fact name="Credits">
        <span className="numbers">{formatCredits(log.charged)}</span>
        {log.held > 0 && (
          <span className="block text-muted text-xs">
            {formatCredits(log.held)} held for work that continued after the response
          </span>
        )}
      </Fact>
      {log.model && <Fact name="Model">{log.model}</Fact>}
      <Fact name="Key">{log.keyName ?? "Deleted key"}</Fact>
      <Fact name="Request ID">
        <span className="numbers block break-all text-xs">{log.requestId}</span>
        <span className="mt-2 block">
          <CopyButton text={log.requestId} label="Copy request ID" />
        </span>
      </Fact>
      {log.sampleFactor > 1 && (
        <Fact name="Sampling">This entry stands for {log.sampleFactor} requests.</Fact>
      )}
    </dl>
  );
}

function Fact({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div className="grid grid-cols-[6rem_1fr] gap-3 px-4 py-2.5">
      <dt className="text-muted">{name}</dt>
      <dd className="min-w-0">{children}</dd>
    </div>
  );
}

function Bodies({ bodies }: { bodies: RequestBodies }) {
  return (
    <>
      {bodies.isShortened && (
        <p className="rounded-md bg-amber-soft px-4 py-3">A part of these bodies was shortened.</p>
      )}
      {bodies.query && (
        <Panel title="Query">
          <Code label="Query" text={bodies.query} />
        </Panel>
      )}
      <Panel title="Request body">
        <Code label="Request body" text={bodies.request && indentJson(bodies.request)} />
      </Panel>
      <Panel title="Response body">
        <Code label="Response body" text={bodies.response && indentJson(bodies.response)} />
      </Panel>
    </>
  );
}

function Code({ label, text }: { label: string; text: string | null }) {
  if (!text) return <p className="px-4 py-3 text-muted">Empty, or sent as a stream.</p>;
  return (
    <Scroller label={label} className="max-h-96">
      <pre className="numbers whitespace-pre-wrap break-all p-4 text-xs">{text}</pre>
    </Scroller>
  );
}

function NoBodies() {
  const { data } = useQuery(logSettingsQuery);
  return (
    <Panel>
      <Empty
        title="No stored bodies"
        text={
          data?.canStoreBodies
            ? "Bodies of this request are not stored, or have expired."
            : "This installation does not store the bodies of requests."
        }
      >
        {data?.canStoreBodies && !data.storesBodies && (
          <Link to="/logs" search={{}} className="underline">
            Store bodies of new requests
          </Link>
        )}
      </Empty>
    </Panel>
  );
}
