import type { LedgerEntry } from "@mintwright/api-contract";
import { keepPreviousData, useInfiniteQuery } from "@tanstack/react-query";
import { useState } from "react";
import { call } from "../api/call.ts";
import { Button } from "../ui/button.tsx";
import { InlineChoice } from "../ui/field.tsx";
import { formatCredits, formatMoment, formatOperation } from "../ui/format.ts";
import { Panel } from "../ui/page.tsx";
import { Empty, Failure, LoadingRows } from "../ui/states.tsx";

const kinds = [
  ["", "everything"],
  ["grant", "added"],
  ["capture", "spent"],
  ["hold", "held"],
  ["release", "given back"],
  ["reclaim", "taken back"],
] as const;

const signs = { grant: "+", release: "+", capture: "−", hold: "−", reclaim: "−" };
const words = {
  grant: "Added",
  capture: "Spent",
  hold: "Held",
  release: "Given back",
  reclaim: "Taken back",
};

/** Everything that moved the account's credits. */
export function Ledger() {
  const [kind, setKind] = useState("");
  const filter = kind ? `&kind=${kind}` : "";
  const pages = useInfiniteQuery({
    queryKey: ["credits", "ledger", kind],
    queryFn: ({ pageParam }) =>
      call<{ entries: LedgerEntry[]; nextCursor: string | null }>(
        "GET",
        `/credits/ledger?limit=20${filter}${pageParam ? `&cursor=${pageParam}` : ""}`,
      ),
    initialPageParam: "",
    getNextPageParam: (page) => page.nextCursor,
    placeholderData: keepPreviousData,
  });
  const entries = pages.data?.pages.flatMap((page) => page.entries) ?? [];
  const action = (
    <div className="flex flex-wrap items-center gap-3">
      <InlineChoice label="Show" value={kind} onChange={setKind} options={kinds} />
      <a
        href={`/dashboard/api/credits/ledger.csv?${filter.slice(1)}`}
        download
        className="inline-flex min-h-9 items-center rounded-md border border-line bg-surface px-3 font-medium hover:bg-sunken"
      >
        CSV
      </a>
    </div>
  );
  return (
    <Panel title="Ledger" action={action}>
      {pages.error && (
        <div className="p-4">
          <Failure error={pages.error} onRetry={pages.refetch} />
        </div>
      )}
      {pages.isPending && <LoadingRows />}
      {pages.data && entries.length === 0 && (
        <Empty
          title="No entries"
          text="Every credit that is added, held, spent or given back is written down here."
        />
      )}
      <ul className="divide-y divide-line">
        {entries.map((entry) => (
          <li key={entry.id} className="flex items-baseline gap-4 px-4 py-3">
            <div className="min-w-0 flex-1">
              <p className="truncate">
                {words[entry.kind]}
                {entry.operation && ` · ${formatOperation(entry.operation)}`}
                {entry.note && ` · ${entry.note}`}
              </p>
              <p className="truncate text-muted text-xs">
                {formatMoment(entry.createdAt)}
                {entry.requestId && <span className="numbers"> · {entry.requestId}</span>}
              </p>
            </div>
            <span
              className={`numbers whitespace-nowrap ${entry.kind === "capture" || entry.kind === "grant" ? "" : "text-muted"}`}
            >
              {signs[entry.kind]}
              {formatCredits(entry.amount)}
            </span>
          </li>
        ))}
      </ul>
      {pages.hasNextPage && (
        <div className="border-line border-t p-4">
          <Button onClick={() => pages.fetchNextPage()} isBusy={pages.isFetchingNextPage}>
            Show more
          </Button>
        </div>
      )}
    </Panel>
  );
}
