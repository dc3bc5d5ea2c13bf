import type { LedgerRequest } from "@mintwright/api-contract";
import { useInfiniteQuery } from "@tanstack/react-query";
import { useState } from "react";
import { call } from "../api/call.ts";
import { Button } from "../ui/button.tsx";
import { formatCount, formatCredits, formatMoment } from "../ui/format.ts";
import { MorePages } from "../ui/more-pages.tsx";
import { PanelFailure } from "../ui/states.tsx";
import { addBalances, changeOf, formatChange, kindNames, ledgerColumns } from "./filter.ts";

/** The entries of one request. A long list is loaded on demand. */
export function LedgerEntries({ request }: { request: LedgerRequest }) {
  const [showsAll, setShowsAll] = useState(false);
  const pages = useInfiniteQuery({
    enabled: showsAll,
    queryKey: ["credits", "ledger", "entries", request.requestId],
    queryFn: ({ pageParam }) =>
      call("GET /credits/ledger", {
        query: { limit: 100, requestId: request.requestId ?? undefined, cursor: pageParam },
      }),
    initialPageParam: "",
    getNextPageParam: (page) => page.nextCursor,
  });
  const entries = pages.data
    ? addBalances(
        request,
        pages.data.pages.flatMap((page) => page.entries),
      )
    : request.entries;
  const more = request.entryCount - request.entries.length;
  return (
    <div className="border-line border-t bg-sunken">
      <ul aria-label="Entries" className="divide-y divide-line">
        {entries.map((entry) => (
          <li key={entry.id} className={`grid ${ledgerColumns} items-baseline px-4 py-2 text-xs md:pl-8`}>
            <p className="min-w-0">
              {kindNames[entry.kind]}{" "}
              {entry.kind === "capture" && `${formatCredits(entry.amount)} of the hold `}
              <span className="text-muted">· {formatMoment(entry.createdAt)}</span>
            </p>
            <div className="text-right">
              <p className="numbers">{formatChange(changeOf(entry))}</p>
              {entry.balance !== null && (
                <p className="numbers text-muted md:hidden">
                  <span className="sr-only">Balance </span>
                  {formatCredits(entry.balance)}
                </p>
              )}
            </div>
            <p className="numbers hidden text-right text-muted md:block">
              {entry.balance !== null && formatCredits(entry.balance)}
            </p>
          </li>
        ))}
      </ul>
      {pages.error && <PanelFailure error={pages.error} onRetry={pages.refetch} />}
      {more > 0 && !pages.data && (
        <div className="border-line border-t p-4">
          <Button onClick={() => setShowsAll(true)} isBusy={pages.isFetching}>
            Show {formatCount(more, "older entry", "older entries")}
          </Button>
        </div>
      )}
      <MorePages pages={pages} />
    </div>
  );
}
