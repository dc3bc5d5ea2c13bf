import { keepPreviousData, useInfiniteQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { call } from "../api/call.ts";
import { MorePages } from "../ui/more-pages.tsx";
import { Panel } from "../ui/page.tsx";
import { Empty, LoadingRows, PanelFailure } from "../ui/states.tsx";
import { type CreditsSearch, ledgerColumns, toLedgerQuery } from "./filter.ts";
import { LedgerFilters, useKeyNames } from "./ledger-filters.tsx";
import { LedgerRow } from "./ledger-row.tsx";

export function Ledger({ search }: { search: CreditsSearch }) {
  const filter = toLedgerQuery(search);
  const keyNames = useKeyNames();
  const pages = useInfiniteQuery({
    queryKey: ["credits", "ledger", filter],
    queryFn: ({ pageParam }) =>
      call("GET /credits/ledger/requests", { query: { limit: 50, ...filter, cursor: pageParam } }),
    initialPageParam: "",
    getNextPageParam: (page) => page.nextCursor,
    placeholderData: keepPreviousData,
  });
  const requests = pages.data?.pages.flatMap((page) => page.requests) ?? [];
  const isFiltered = Object.values(filter).some(Boolean);
  const archived = pages.data?.pages.flatMap((page) => page.archivedMonths ?? []) ?? [];
  return (
    <Panel title="Ledger" action={<LedgerFilters search={search} />}>
      {pages.error && <PanelFailure error={pages.error} onRetry={pages.refetch} />}
      {pages.isPending && <LoadingRows />}
      {pages.data && requests.length === 0 && !pages.hasNextPage && <NoEntries isFiltered={isFiltered} />}
      {requests.length > 0 && (
        <div
          aria-hidden="true"
          className={`hidden ${ledgerColumns} border-line border-b px-4 py-2 text-muted text-xs md:grid`}
        >
          <span>Request</span>
          <span className="text-right">Change</span>
          <span className="text-right">{isFiltered ? "" : "Balance"}</span>
        </div>
      )}
      <ul aria-label="Requests" className="divide-y divide-line">
        {requests.map((request) => (
          <LedgerRow
            key={request.id}
            request={request}
            keyName={request.keyId ? keyNames.get(request.keyId) : undefined}
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
      <Empty title="No entries" text="Credits that you add and requests that cost credits are listed here." />
    );
  }
  return (
    <Empty title="No matching entries" text="No requests match these filters.">
      <Link to="/credits" resetScroll={false} className="underline">
        Clear filters
      </Link>
    </Empty>
  );
}
