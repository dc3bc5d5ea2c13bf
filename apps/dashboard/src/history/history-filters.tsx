import { useQuery } from "@tanstack/react-query";
import { getRouteApi } from "@tanstack/react-router";
import { keysQuery } from "../api/queries.ts";
import { InlineChoice } from "../ui/field.tsx";
import { SearchForm } from "../ui/search-form.tsx";
import type { HistorySearch } from "./history-search.ts";

const route = getRouteApi("/inside/history");

/** Search and key filter of the conversations, stored in the URL. */
export function HistoryFilters({ search }: { search: HistorySearch }) {
  const navigate = route.useNavigate();
  const { data } = useQuery(keysQuery);
  const change = (part: HistorySearch) => navigate({ search: (current) => ({ ...current, ...part }) });
  return (
    <div className="flex flex-col gap-2">
      <SearchForm
        label="Search conversations"
        placeholder='Words or a "phrase"'
        words={search.words}
        onSearch={(words) => change({ words })}
      />
      <InlineChoice
        label="Key"
        value={search.of ?? ""}
        onChange={(of) => change({ of: of || undefined })}
        options={[["", "All keys"], ...(data?.keys ?? []).map(({ id, name }) => [id, name] as const)]}
      />
    </div>
  );
}
