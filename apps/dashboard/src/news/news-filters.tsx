import { useNavigate } from "@tanstack/react-router";
import { type FormEvent, useEffect, useState } from "react";
import { Button } from "../ui/button.tsx";
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
  const [words, setWords] = useState(search.words ?? "");
  useEffect(() => setWords(search.words ?? ""), [search.words]);
  const change = (part: NewsSearch) => navigate({ to: "/news", search: { ...search, ...part } });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    change({ words: words.trim() || undefined });
  };
  const isFiltered = Object.values(search).some((value) => value !== undefined);
  return (
    <div className="flex flex-col gap-3 rounded-md border border-line bg-surface p-4">
      <search>
        <form onSubmit={submit} className="flex gap-2">
          <input
            type="search"
            value={words}
            onChange={(event) => setWords(event.target.value)}
            maxLength={200}
            aria-label="Search the news"
            placeholder='Words, a "phrase" or a beginning*'
            className="h-9 min-w-0 flex-1 rounded-md border border-line bg-surface px-3 placeholder:text-muted"
          />
          <Button type="submit">Search</Button>
        </form>
      </search>
      <div className="grid grid-cols-2 gap-x-4 gap-y-2 sm:flex sm:flex-wrap sm:items-center">
        {(["category", "network", "token"] as const).map((name) => (
          <Filter
            key={name}
            label={name.charAt(0).toUpperCase() + name.slice(1)}
            value={String(search[name] ?? "")}
            onChange={(value) => change({ [name]: value ? Number(value) : undefined })}
            options={[["", "all"], ...newsChoices[name]]}
          />
        ))}
        <Filter
          label="From"
          value={String(search.days ?? "")}
          onChange={(value) => change({ days: value ? Number(value) : undefined })}
          options={periods}
        />
        <Filter
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

function Filter({
  label,
  value,
  onChange,
  options,
}: {
  label: string;
  value: string;
  onChange: (value: string) => void;
  options: readonly (readonly [value: string, text: string])[];
}) {
  return (
    <label className="flex min-w-0 flex-col gap-1 text-muted text-xs sm:flex-row sm:items-center sm:gap-2">
      {label}
      <select
        value={value}
        onChange={(event) => onChange(event.target.value)}
        className="h-9 min-w-0 rounded-md border border-line bg-surface px-2 text-ink text-sm sm:max-w-44"
      >
        {options.map(([option, text]) => (
          <option key={option} value={option}>
            {text}
          </option>
        ))}
      </select>
    </label>
  );
}
