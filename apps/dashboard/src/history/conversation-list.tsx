import { useInfiniteQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { formatAgo, formatCredits } from "../ui/format.ts";
import { MorePages } from "../ui/more-pages.tsx";
import { Panel } from "../ui/page.tsx";
import { Empty, LoadingRows, PanelFailure } from "../ui/states.tsx";
import { conversationsQuery } from "./history-queries.ts";
import type { HistorySearch } from "./history-search.ts";

export function ConversationList({ search }: { search: HistorySearch }) {
  const pages = useInfiniteQuery(conversationsQuery(search.of));
  const conversations = pages.data?.pages.flatMap((page) => page.conversations) ?? [];
  return (
    <Panel>
      {pages.error && <PanelFailure error={pages.error} onRetry={pages.refetch} />}
      {pages.isPending && <LoadingRows />}
      {pages.data && conversations.length === 0 && (
        <Empty
          title="No conversations"
          text={
            'Requests with chatHistory: "on" are saved here. Each sdkUniqueId is a separate conversation.'
          }
        >
          <Link to="/playground/assistant" className="underline underline-offset-2">
            Ask the assistant
          </Link>
        </Empty>
      )}
      <ul className="divide-y divide-line overflow-hidden rounded-md">
        {conversations.map(({ keyId, keyName, sdkUniqueId, records, lastAt, question }) => {
          const isOpen = search.key === keyId && (search.session ?? null) === sdkUniqueId;
          return (
            <li key={`${keyId} ${sdkUniqueId}`}>
              <Link
                to="/history"
                search={{ ...search, key: keyId, session: sdkUniqueId ?? undefined, from: undefined }}
                aria-current={isOpen ? "true" : undefined}
                className={`block px-4 py-3 hover:bg-sunken ${isOpen ? "bg-sunken" : ""}`}
              >
                <span className="flex items-baseline justify-between gap-3">
                  <span className="truncate font-medium">{sdkUniqueId ?? "No session ID"}</span>
                  <span className="whitespace-nowrap text-muted text-xs">{formatAgo(lastAt)}</span>
                </span>
                <span className="line-clamp-2 break-words text-muted">{question}</span>
                <span className="block truncate text-muted text-xs">
                  {keyName ?? "Deleted key"} · {formatCredits(records)}{" "}
                  {records === 1 ? "question" : "questions"}
                </span>
              </Link>
            </li>
          );
        })}
      </ul>
      <MorePages pages={pages} />
    </Panel>
  );
}
