import { collectionStates } from "@mintwright/api-contract/list-values";
import { getRouteApi } from "@tanstack/react-router";
import { Button } from "../ui/button.tsx";
import { InlineChoice } from "../ui/field.tsx";
import { SearchForm } from "../ui/search-form.tsx";
import type { CollectionsSearch } from "./collections-search.ts";
import { stateWords } from "./state-badge.tsx";

const route = getRouteApi("/inside/collections");
const states = collectionStates.map((state) => [state, stateWords[state]] as const);
const orders = [
  ["newest", "Newest"],
  ["oldest", "Oldest"],
  ["name", "Name"],
  ["largest", "Most tokens"],
] as const;

export function CollectionsFilters({ search }: { search: CollectionsSearch }) {
  const navigate = route.useNavigate();
  const change = (part: CollectionsSearch) => navigate({ search: (current) => ({ ...current, ...part }) });
  return (
    <div className="flex flex-col gap-3 rounded-md border border-line bg-surface p-4">
      <SearchForm
        label="Search collections"
        placeholder="Words of a name or a prompt"
        words={search.words}
        onSearch={(words) => change({ words })}
      />
      <div className="grid grid-cols-2 gap-x-4 gap-y-2 sm:flex sm:flex-wrap sm:items-center">
        <InlineChoice
          isAboveOnPhone
          label="Status"
          value={search.status ?? ""}
          onChange={(status) => change({ status: status || undefined })}
          options={[["", "All"], ...states]}
        />
        <InlineChoice
          isAboveOnPhone
          label="Sort by"
          value={search.sort ?? "newest"}
          onChange={(sort) => change({ sort: sort === "newest" ? undefined : sort })}
          options={orders}
        />
        {(search.words || search.status) && (
          <Button
            className="self-end sm:ml-auto"
            onClick={() => change({ words: undefined, status: undefined })}
          >
            Clear filters
          </Button>
        )}
      </div>
    </div>
  );
}
