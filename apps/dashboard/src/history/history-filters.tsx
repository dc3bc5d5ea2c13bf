import { useQuery } from "@tanstack/react-query";
import { useNavigate } from "@tanstack/react-router";
import { type FormEvent, useEffect, useState } from "react";
import { keysQuery } from "../api/queries.ts";
import { Button } from "../ui/button.tsx";
import { InlineChoice } from "../ui/field.tsx";
import type { HistorySearch } from "./history-search.ts";

/** What narrows the conversations down; kept in the page's address. */
export function HistoryFilters({ search }: { search: HistorySearch }) {
  const navigate = useNavigate();
  const { data } = useQuery(keysQuery);
  const [words, setWords] = useState(search.words ?? "");
  useEffect(() => setWords(search.words ?? ""), [search.words]);
  const change = (part: HistorySearch) => navigate({ to: "/history", search: { ...search, ...part } });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    change({ words: words.trim() || undefined });
  };
  return (
    <div className="flex flex-col gap-2">
      <search>
        <form onSubmit={submit} className="flex gap-2">
          <input
            type="search"
            value={words}
            onChange={(event) => setWords(event.target.value)}
            maxLength={200}
            aria-label="Search conversations"
            placeholder='Words or a "phrase"'
            className="h-9 min-w-0 flex-1 rounded-md border border-line bg-surface px-3 placeholder:text-muted"
          />
          <Button type="submit">Search</Button>
        </form>
      </search>
      <InlineChoice
        label="Key"
        value={search.of ?? ""}
        onChange={(of) => change({ of: of || undefined })}
        options={[["", "all keys"], ...(data?.keys ?? []).map(({ id, name }) => [id, name] as const)]}
      />
    </div>
  );
}
