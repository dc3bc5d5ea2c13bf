import type { LedgerRequest } from "@mintwright/api-contract";
import { Link } from "@tanstack/react-router";
import { ChevronDown } from "lucide-react";
import { type ReactNode, useId, useState } from "react";
import { formatCredits, formatMoment, formatOperation } from "../ui/format.ts";
import { type CreditsSearch, formatChange, kindNames, ledgerColumns } from "./filter.ts";
import { LedgerEntries } from "./ledger-entries.tsx";

/** A request with all its entries in one row. Its operation and key link to the filtered ledger. */
export function LedgerRow({
  request,
  keyName,
  search,
}: {
  request: LedgerRequest;
  keyName: string | undefined;
  search: CreditsSearch;
}) {
  const [isOpen, setOpen] = useState(false);
  const id = useId();
  const { balance, change, createdAt, entryCount, keyId, requestId } = request;
  const title = describe(request);
  return (
    <li className="flex flex-col">
      <div className={`grid ${ledgerColumns} items-baseline px-4 py-3`}>
        <div className="min-w-0">
          <p className="truncate">
            {request.operation ? (
              <Filter search={{ ...search, operation: request.operation }}>{title}</Filter>
            ) : (
              title
            )}
            <State request={request} />
          </p>
          <p className="truncate text-muted text-xs">
            {formatMoment(createdAt)}
            {keyId && (
              <>
                {" · "}
                <Filter search={{ ...search, key: keyId }}>{keyName ?? "Deleted key"}</Filter>
              </>
            )}
            {requestId && <span className="numbers"> · {requestId}</span>}
          </p>
        </div>
        <div className="text-right">
          <p className={`numbers whitespace-nowrap ${change === 0 ? "text-muted" : ""}`}>
            {formatChange(change)}
          </p>
          {balance !== null && (
            <p className="numbers whitespace-nowrap text-muted text-xs md:hidden">
              <span className="sr-only">Balance </span>
              {formatCredits(balance)}
            </p>
          )}
        </div>
        <p className="numbers hidden whitespace-nowrap text-right text-muted md:block">
          {balance !== null && formatCredits(balance)}
        </p>
        {entryCount > 1 && (
          <button
            type="button"
            aria-expanded={isOpen}
            aria-controls={id}
            aria-label={`Entries of ${title}, ${formatMoment(createdAt)}`}
            onClick={() => setOpen(!isOpen)}
            className="flex size-9 items-center justify-center self-center rounded-md text-muted hover:bg-sunken hover:text-ink"
          >
            <ChevronDown
              size={18}
              strokeWidth={1.5}
              aria-hidden="true"
              className={isOpen ? "rotate-180" : ""}
            />
          </button>
        )}
      </div>
      <div id={id}>{isOpen && <LedgerEntries request={request} />}</div>
    </li>
  );
}

function describe({ kind, operation, note }: LedgerRequest): string {
  if (kind === "request") return operation ? formatOperation(operation) : "Request";
  return [kindNames[kind], ...(note ? [note] : [])].join(" · ");
}

/** What a request still holds, or that it cost nothing. The rest is in the amount. */
function State({ request: { kind, charged, held } }: { request: LedgerRequest }) {
  if (kind !== "request") return null;
  if (held > 0) return <span className="text-muted"> · {formatCredits(held)} held</span>;
  return charged === 0 ? <span className="text-muted"> · Not charged</span> : null;
}

function Filter({ search, children }: { search: CreditsSearch; children: ReactNode }) {
  return (
    <Link to="/credits" search={search} resetScroll={false} className="hover:underline">
      {children}
    </Link>
  );
}
