import { chatModelNames, imageModelNames, libraryKinds } from "@mintwright/api-contract";
import { useQuery } from "@tanstack/react-query";
import { getRouteApi } from "@tanstack/react-router";
import { keysQuery } from "../api/queries.ts";
import { Button } from "../ui/button.tsx";
import { InlineChoice } from "../ui/field.tsx";
import { SearchForm } from "../ui/search-form.tsx";
import { kindNames } from "./library-queries.ts";
import type { LibrarySearch } from "./library-search.ts";

const route = getRouteApi("/inside/library");
const kinds = libraryKinds.map((kind) => [kind, `${kindNames[kind]}s`] as const);
const models = [...imageModelNames, ...chatModelNames.filter((name) => name !== "general_assistant")].map(
  (name) => [name, name] as const,
);
const periods = [
  ["", "Any time"],
  ["1", "Today"],
  ["7", "Last 7 days"],
  ["30", "Last 30 days"],
  ["90", "Last 90 days"],
] as const;

export function LibraryFilters({ search }: { search: LibrarySearch }) {
  const navigate = route.useNavigate();
  const { data } = useQuery(keysQuery);
  const change = (part: LibrarySearch) => navigate({ search: (current) => ({ ...current, ...part }) });
  const { view, ...filters } = search;
  const isFiltered = Object.values(filters).some((value) => value !== undefined);
  return (
    <div className="flex flex-col gap-3 rounded-md border border-line bg-surface p-4">
      <SearchForm
        label="Search the library"
        placeholder="Words of a prompt or a title"
        words={search.words}
        onSearch={(words) => change({ words })}
      />
      <div className="grid grid-cols-2 gap-x-4 gap-y-2 sm:flex sm:flex-wrap sm:items-center">
        <InlineChoice
          isAboveOnPhone
          label="Kind"
          value={search.kind ?? ""}
          onChange={(kind) => change({ kind: kind || undefined })}
          options={[["", "All"], ...kinds]}
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
          label="Date"
          value={String(search.days ?? "")}
          onChange={(days) => change({ days: days ? Number(days) : undefined })}
          options={periods}
        />
        <label className="flex min-h-9 items-center gap-2 self-end">
          <input
            type="checkbox"
            className="size-4 accent-accent"
            checked={search.favourites ?? false}
            onChange={(event) => change({ favourites: event.target.checked || undefined })}
          />
          Favourites only
        </label>
        {isFiltered && (
          <Button
            className="self-end sm:ml-auto"
            onClick={() => navigate({ search: ({ view }) => ({ view }) })}
          >
            Clear filters
          </Button>
        )}
      </div>
    </div>
  );
}
