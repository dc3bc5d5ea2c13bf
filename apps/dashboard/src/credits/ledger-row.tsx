import type { LedgerEntry } from "@mintwright/api-contract";
import { Link } from "@tanstack/react-router";
import type { ReactNode } from "react";
import { formatCredits, formatMoment, formatOperation } from "../ui/format.ts";
import { type CreditsSearch, kindNames } from "./filter.ts";

const signs: Record<LedgerEntry["kind"], string> = {
  grant: "+",
  release: "+",
  capture: "−",
  hold: "−",
  reclaim: "−",
};

/** Holds and releases are temporary; they are shown muted. */
const temporary = ["hold", "release"];

/** A ledger entry. Its operation and key link to the filtered ledger. */
export function LedgerRow({
  entry,
  keyName,
  search,
}: {
  entry: LedgerEntry;
  keyName: string | undefined;
  search: CreditsSearch;
}) {
  return (
    <li className="flex items-baseline gap-4 px-4 py-3">
      <div className="min-w-0 flex-1">
        <p className="truncate">
          {kindNames[entry.kind]}
          {entry.operation && (
            <>
              {" · "}
              <Filter search={{ ...search, operation: entry.operation }}>
                {formatOperation(entry.operation)}
              </Filter>
            </>
          )}
          {entry.note && ` · ${entry.note}`}
        </p>
        <p className="truncate text-muted text-xs">
          {formatMoment(entry.createdAt)}
          {entry.keyId && (
            <>
              {" · "}
              <Filter search={{ ...search, key: entry.keyId }}>{keyName ?? "Deleted key"}</Filter>
            </>
          )}
          {entry.requestId && <span className="numbers"> · {entry.requestId}</span>}
        </p>
      </div>
      <span className={`numbers whitespace-nowrap ${temporary.includes(entry.kind) ? "text-muted" : ""}`}>
        {signs[entry.kind]}
        {formatCredits(entry.amount)}
      </span>
    </li>
  );
}

function Filter({ search, children }: { search: CreditsSearch; children: ReactNode }) {
  return (
    <Link to="/credits" search={search} resetScroll={false} className="hover:underline">
      {children}
    </Link>
  );
}
