import { getRouteApi } from "@tanstack/react-router";
import { Button } from "../ui/button.tsx";
import { InlineChoice } from "../ui/field.tsx";
import { SearchForm } from "../ui/search-form.tsx";
import { newsChoices } from "./news-names.ts";
import type { NewsSearch } from "./news-search.ts";

const route = getRouteApi("/inside/news");
const periods = [
  ["", "Any time"],
  ["1", "Today"],
  ["7", "Last 7 days"],
  ["30", "Last 30 days"],
] as const;
const orders = [
  ["", "Newest"],
  ["oldest", "Oldest"],
] as const;

/** Filters of the news, stored in the URL. Changing a filter is free. */
export function NewsFilters({ search }: { search: NewsSearch }) {
  const navigate = route.useNavigate();
  const change = (part: NewsSearch) => navigate({ search: (current) => ({ ...current, ...part }) });
  const isFiltered = Object.values(search).some((value) => value !== undefined);
  return (
    <div className="flex flex-col gap-3 rounded-md border border-line bg-surface p-4">
      <SearchForm
        label="Search news"
        placeholder='Keywords, a "phrase" or a prefix*'
        words={search.words}
        onSearch={(words) => change({ words })}
      />
      <div className="grid grid-cols-2 gap-x-4 gap-y-2 sm:flex sm:flex-wrap sm:items-center">
        {(["category", "network", "token"] as const).map((name) => (
          <InlineChoice
            isAboveOnPhone
            key={name}
            label={name.charAt(0).toUpperCase() + name.slice(1)}
            value={String(search[name] ?? "")}
            onChange={(value) => change({ [name]: value ? Number(value) : undefined })}
            options={[["", "All"], ...newsChoices[name]]}
          />
        ))}
        <InlineChoice
          isAboveOnPhone
          label="Date"
          value={String(search.days ?? "")}
          onChange={(value) => change({ days: value ? Number(value) : undefined })}
          options={periods}
        />
        <InlineChoice
          isAboveOnPhone
          label="Sort by"
          value={search.order ?? ""}
          onChange={(value) => change({ order: value === "oldest" ? "oldest" : undefined })}
          options={orders}
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
