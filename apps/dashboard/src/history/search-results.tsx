import { useInfiniteQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { Fragment } from "react";
import { formatAgo } from "../ui/format.ts";
import { MorePages } from "../ui/more-pages.tsx";
import { Panel } from "../ui/page.tsx";
import { Empty, LoadingRows, PanelFailure } from "../ui/states.tsx";
import { searchQuery } from "./history-queries.ts";
import type { HistorySearch } from "./history-search.ts";

/** Matching messages, newest first. Each links to its position in the conversation. */
export function SearchResults({ words, search }: { words: string; search: HistorySearch }) {
  const pages = useInfiniteQuery(searchQuery(words, search.of));
  const found = pages.data?.pages.flatMap((page) => page.found) ?? [];
  return (
    <Panel>
      {pages.error && <PanelFailure error={pages.error} onRetry={pages.refetch} />}
      {pages.isPending && <LoadingRows />}
      {pages.data && found.length === 0 && (
        <Empty
          title={pages.hasNextPage ? "No match in recent conversations" : "No results"}
          text={
            pages.hasNextPage
              ? "Search older conversations."
              : "Results must contain every word of your search, as whole words."
          }
        />
      )}
      <ul className="divide-y divide-line overflow-hidden rounded-md">
        {found.map((record) => (
          <li key={record.id}>
            <Link
              to="/history"
              search={{
                ...search,
                key: record.keyId,
                session: record.sdkUniqueId ?? undefined,
                from: record.cursor,
              }}
              className={`block px-4 py-3 hover:bg-sunken ${search.from === record.cursor ? "bg-sunken" : ""}`}
            >
              <span className="line-clamp-2 break-words font-medium">
                <Marked text={record.question} words={words} />
              </span>
              <span className="line-clamp-3 break-words text-muted">
                <Marked text={record.excerpt} words={words} />
              </span>
              <span className="block truncate text-muted text-xs">
                {record.sdkUniqueId ?? "No session ID"} · {record.keyName ?? "Deleted key"} ·{" "}
                {formatAgo(record.createdAt)}
              </span>
            </Link>
          </li>
        ))}
      </ul>
      <MorePages pages={pages} text="Search older conversations" />
    </Panel>
  );
}

function Marked({ text, words }: { text: string; words: string }) {
  const wanted = words
    .split(/[^\p{L}\p{N}]+/u)
    .filter(Boolean)
    .map((word) => word.toLowerCase());
  let position = 0;
  return text.split(/([\p{L}\p{N}]+)/u).map((part) => {
    position += part.length;
    return wanted.includes(part.toLowerCase()) ? (
      <mark key={position} className="rounded-sm bg-amber-soft text-ink">
        {part}
      </mark>
    ) : (
      <Fragment key={position}>{part}</Fragment>
    );
  });
}
