import { keepPreviousData, useInfiniteQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { call } from "../api/call.ts";
import { MorePages } from "../ui/more-pages.tsx";
import { Panel } from "../ui/page.tsx";
import { Empty, LoadingRows, PanelFailure } from "../ui/states.tsx";
import { type CreditsSearch, toLedgerQuery } from "./filter.ts";
import { LedgerFilters, useKeyNames } from "./ledger-filters.tsx";
import { LedgerRow } from "./ledger-row.tsx";

export function Ledger({ search }: { search: CreditsSearch }) {
  const filter = toLedgerQuery(search);
  const keyNames = useKeyNames();
  const pages = useInfiniteQuery({
    queryKey: ["credits", "ledger", filter],
    queryFn: ({ pageParam }) =>
      call("GET /credits/ledger", { query: { limit: 50, ...filter, cursor: pageParam } }),
    initialPageParam: "",
    getNextPageParam: (page) => page.nextCursor,
    placeholderData: keepPreviousData,
  });
  const entries = pages.data?.pages.flatMap((page) => page.entries) ?? [];
  const archived = pages.data?.pages.flatMap((page) => page.archivedMonths ?? []) ?? [];
  return (
    <Panel title="Ledger" action={<LedgerFilters search={search} />}>
      {pages.error && <PanelFailure error={pages.error} onRetry={pages.refetch} />}
      {pages.isPending && <LoadingRows />}
      {pages.data && entries.length === 0 && <NoEntries isFiltered={Object.values(filter).some(Boolean)} />}
      <ul aria-label="Entries" className="divide-y divide-line">
        {entries.map((entry) => (
          <LedgerRow
            key={entry.id}
            entry={entry}
            keyName={entry.keyId ? keyNames.get(entry.keyId) : undefined}
            search={search}
          />
        ))}
      </ul>
      {archived.length > 0 && (
        <p className="px-4 py-3 text-muted text-sm">
          Entries of {[...new Set(archived)].join(", ")} are archived and not listed. Your balance includes
          them.
        </p>
      )}
      <MorePages pages={pages} />
    </Panel>
  );
}

function NoEntries({ isFiltered }: { isFiltered: boolean }) {
  if (!isFiltered) {
    return (
      <Empty title="No entries" text="All credits that are added, held, spent or released are listed here." />
    );
  }
  return (
    <Empty title="No matching entries" text="No ledger entries match these filters.">
      <Link to="/credits" resetScroll={false} className="underline">
        Clear filters
      </Link>
    </Empty>
  );
}
