import { chatModelNames, imageModelNames } from "@mintwright/api-contract";
import { useQuery } from "@tanstack/react-query";
import { getRouteApi } from "@tanstack/react-router";
import { keysQuery } from "../api/queries.ts";
import { Button } from "../ui/button.tsx";
import { InlineChoice } from "../ui/field.tsx";
import { formatOperation } from "../ui/format.ts";
import { SearchForm } from "../ui/search-form.tsx";
import { type LogSearch, periods } from "./log-search.ts";

const route = getRouteApi("/inside/logs");
const statuses = [
  ["", "All"],
  ["success", "Success"],
  ["error", "All errors"],
  ["client_error", "Client errors (4xx)"],
  ["server_error", "Server errors (5xx)"],
] as const;
const models = [...imageModelNames, ...chatModelNames].map((name) => [name, name] as const);
const periodNames = { 1: "Last hour", 24: "Last 24 hours", 168: "Last 7 days", 720: "Last 30 days" } as const;

export function LogFilters({ search }: { search: LogSearch }) {
  const navigate = route.useNavigate();
  const { data } = useQuery(keysQuery);
  const change = (part: LogSearch) => navigate({ search: (current) => ({ ...current, ...part }) });
  const isFiltered = Object.values(search).some((value) => value !== undefined);
  return (
    <div className="flex flex-col gap-3 rounded-md border border-line bg-surface p-4">
      <SearchForm
        label="Find a request ID"
        placeholder="Request ID, from the x-request-id header of a response"
        words={search.requestId}
        onSearch={(requestId) => change({ requestId })}
      />
      <div className="grid grid-cols-2 gap-x-4 gap-y-2 sm:flex sm:flex-wrap sm:items-center">
        <InlineChoice
          isAboveOnPhone
          label="Status"
          value={search.status ?? ""}
          onChange={(status) => change({ status: status || undefined })}
          options={statuses}
        />
        <InlineChoice
          isAboveOnPhone
          label="Operation"
          value={search.operation ?? ""}
          onChange={(operation) => change({ operation: operation || undefined })}
          options={[
            ["", "All"],
            ...(data?.operations ?? []).map(({ id }) => [id, formatOperation(id)] as const),
          ]}
        />
        <InlineChoice
          isAboveOnPhone
          label="Key"
          value={search.key ?? ""}
          onChange={(key) => change({ key: key || undefined })}
          options={[["", "All"], ...(data?.keys ?? []).map(({ id, name }) => [id, name] as const)]}
        />
        <InlineChoice
          isAboveOnPhone
          label="Model"
          value={search.model ?? ""}
          onChange={(model) => change({ model: model || undefined })}
          options={[["", "All"], ...models]}
        />
        <InlineChoice
          isAboveOnPhone
          label="Time"
          value={String(search.hours ?? 24)}
          onChange={(hours) => change({ hours: periods.find((period) => String(period) === hours) })}
          options={periods.map((hours) => [String(hours), periodNames[hours]] as const)}
        />
        {isFiltered && (
          <Button className="self-end sm:ml-auto" onClick={() => navigate({ search: {} })}>
            Clear filters
          </Button>
        )}
      </div>
    </div>
  );
}
