import type { AuditEntry } from "@mintwright/api-contract/dashboard";
import { useInfiniteQuery } from "@tanstack/react-query";
import { formatMoment } from "../ui/format.ts";
import { MorePages } from "../ui/more-pages.tsx";
import { Page, Panel } from "../ui/page.tsx";
import { Empty, LoadingRows, PanelFailure, Status } from "../ui/states.tsx";
import { auditLogQuery } from "./queries.ts";

export function AuditLogPage() {
  const pages = useInfiniteQuery(auditLogQuery);
  const entries = pages.data?.pages.flatMap((page) => page.entries) ?? [];
  return (
    <Page
      title="Audit log"
      text="Changes that members made in the dashboard: members, keys, webhooks, credits and settings. Entries are kept for 400 days."
    >
      <Panel>
        {pages.error && <PanelFailure error={pages.error} onRetry={pages.refetch} />}
        {pages.isPending && <LoadingRows />}
        {pages.data && entries.length === 0 && (
          <Empty title="No changes yet" text="Create a key or invite a member, and it is listed here." />
        )}
        <ul aria-label="Audit log" className="divide-y divide-line">
          {entries.map((entry) => (
            <EntryRow key={entry.id} entry={entry} />
          ))}
        </ul>
        <MorePages pages={pages} />
      </Panel>
    </Page>
  );
}

function EntryRow({
  entry: { happenedAt, member, action, subject, details, address, isConfirmed },
}: {
  entry: AuditEntry;
}) {
  const facts = Object.entries(details).map(([name, value]) => `${formatWords(name)}: ${value}`);
  return (
    <li className="grid gap-x-6 gap-y-1 px-4 py-3 md:grid-cols-[11rem_minmax(0,1fr)_minmax(0,16rem)]">
      <time dateTime={happenedAt} className="numbers text-muted text-xs md:pt-0.5">
        {formatMoment(happenedAt)}
      </time>
      <div className="min-w-0">
        <p className="flex flex-wrap items-center gap-x-3">
          <span className="font-medium">{formatWords(action)}</span>
          {!isConfirmed && <Status state="warning">Not confirmed</Status>}
        </p>
        {facts.length > 0 && <p className="break-words text-muted text-xs">{facts.join(" · ")}</p>}
        {subject && <p className="numbers truncate text-muted text-xs">{subject}</p>}
      </div>
      <div className="min-w-0">
        <p className="truncate" title={member}>
          {member}
        </p>
        {address && <p className="numbers text-muted text-xs">{address}</p>}
      </div>
    </li>
  );
}

/** `key.context_changed` becomes Key context changed, `ratePerMinute` becomes Rate per minute. */
function formatWords(name: string): string {
  const words = name
    .replaceAll(/[._]/g, " ")
    .replaceAll(/([a-z])([A-Z])/g, "$1 $2")
    .toLowerCase();
  return words.charAt(0).toUpperCase() + words.slice(1);
}
