import { useNavigate } from "@tanstack/react-router";
import { Button } from "../ui/button.tsx";
import { InlineChoice } from "../ui/field.tsx";
import { SearchForm } from "../ui/search-form.tsx";
import { newsChoices } from "./news-names.ts";
import type { NewsSearch } from "./news-search.ts";

const periods = [
  ["", "any time"],
  ["1", "today"],
  ["7", "7 days"],
  ["30", "30 days"],
] as const;
const orders = [
  ["", "newest"],
  ["oldest", "oldest"],
] as const;

/** What narrows the list down. Every choice becomes the page's address; none of them costs anything. */
export function NewsFilters({ search }: { search: NewsSearch }) {
  const navigate = useNavigate();
  const change = (part: NewsSearch) => navigate({ to: "/news", search: { ...search, ...part } });
  const isFiltered = Object.values(search).some((value) => value !== undefined);
  return (
    <div className="flex flex-col gap-3 rounded-md border border-line bg-surface p-4">
      <SearchForm
        label="Search the news"
        placeholder='Words, a "phrase" or a beginning*'
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
            options={[["", "all"], ...newsChoices[name]]}
          />
        ))}
        <InlineChoice
          isAboveOnPhone
          label="From"
          value={String(search.days ?? "")}
          onChange={(value) => change({ days: value ? Number(value) : undefined })}
          options={periods}
        />
        <InlineChoice
          isAboveOnPhone
          label="First"
          value={search.order ?? ""}
          onChange={(value) => change({ order: value === "oldest" ? "oldest" : undefined })}
          options={orders}
        />
        {isFiltered && (
          <Button className="self-end sm:ml-auto" onClick={() => navigate({ to: "/news", search: {} })}>
            Clear
          </Button>
        )}
      </div>
    </div>
  );
}
