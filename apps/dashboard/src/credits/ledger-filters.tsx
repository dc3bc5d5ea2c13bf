import { useQuery } from "@tanstack/react-query";
import { getRouteApi } from "@tanstack/react-router";
import { urlOf } from "../api/call.ts";
import { keysQuery, usageQuery } from "../api/queries.ts";
import { InlineChoice } from "../ui/field.tsx";
import { formatOperation } from "../ui/format.ts";
import { type CreditsSearch, kindNames, ledgerKinds, toLedgerQuery } from "./filter.ts";

const route = getRouteApi("/inside/credits");
const any = ["", "All"] as const;

/** Filters the ledger. The filter is stored in the URL, so it can be bookmarked and shared. */
export function LedgerFilters({ search }: { search: CreditsSearch }) {
  const navigate = route.useNavigate();
  const { data: usage } = useQuery(usageQuery(90));
  const keyNames = useKeyNames();
  const show = (part: CreditsSearch) =>
    navigate({ search: (current) => ({ ...current, ...part }), resetScroll: false });
  const operations = new Set(usage?.operations);
  if (search.operation) operations.add(search.operation);
  const keys = new Map(keyNames);
  if (search.key && !keys.has(search.key)) keys.set(search.key, "Unknown key");
  return (
    <div className="grid w-full grid-cols-2 gap-x-4 gap-y-2 sm:flex sm:w-auto sm:flex-wrap sm:items-center sm:gap-3">
      <InlineChoice
        isAboveOnPhone
        label="Type"
        value={search.kind ?? ""}
        onChange={(kind) => show({ kind: kind || undefined })}
        options={[any, ...ledgerKinds.map((kind) => [kind, kindNames[kind]] as const)]}
      />
      <InlineChoice
        isAboveOnPhone
        label="Operation"
        value={search.operation ?? ""}
        onChange={(operation) => show({ operation: operation || undefined })}
        options={[any, ...[...operations].sort().map((id) => [id, formatOperation(id)] as const)]}
      />
      <InlineChoice
        isAboveOnPhone
        label="Key"
        value={search.key ?? ""}
        onChange={(key) => show({ key: key || undefined })}
        options={[any, ...keys]}
      />
      <a
        href={urlOf("GET /credits/ledger.csv", { query: toLedgerQuery(search) })}
        download
        className="inline-flex min-h-9 items-center justify-center self-end rounded-md border border-edge bg-surface px-3 font-medium hover:bg-sunken"
      >
        Export CSV
      </a>
    </div>
  );
}

/** Key names by ID, including deleted keys that were used in the last 90 days. */
export function useKeyNames(): Map<string, string> {
  const { data: keys } = useQuery(keysQuery);
  const { data: usage } = useQuery(usageQuery(90));
  const used = usage?.keys.map(({ id, name }) => [id, name ?? "Deleted key"] as const) ?? [];
  return new Map([...used, ...(keys?.keys.map((key) => [key.id, key.name] as const) ?? [])]);
}
