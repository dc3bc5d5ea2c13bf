import type { ConversationRecord } from "@mintwright/api-contract/dashboard";
import { useInfiniteQuery, useMutation, useQueryClient } from "@tanstack/react-query";
import { Link, useNavigate } from "@tanstack/react-router";
import { useState } from "react";
import { call, urlOf } from "../api/call.ts";
import { Markdown } from "../playground/markdown.tsx";
import { Button } from "../ui/button.tsx";
import { ConfirmDialog } from "../ui/confirm-dialog.tsx";
import { CopyButton } from "../ui/copy-button.tsx";
import { formatCount, formatMoment } from "../ui/format.ts";
import { Panel } from "../ui/page.tsx";
import { Failure, LoadingRows } from "../ui/states.tsx";
import { ExportLinks } from "./export-links.tsx";
import { conversationQuery, historyKey } from "./history-queries.ts";
import type { HistorySearch } from "./history-search.ts";

/** One conversation, oldest loaded message first. */
export function ConversationView({ keyId, search }: { keyId: string; search: HistorySearch }) {
  const { session, from } = search;
  const pages = useInfiniteQuery(conversationQuery(keyId, session, from));
  const records = pages.data?.pages.flatMap((page) => page.records).toReversed() ?? [];
  const conversation = pages.data?.pages[0]?.conversation;
  const closed = { words: search.words, of: search.of };
  return (
    <section aria-label="Conversation" className="flex min-w-0 flex-col gap-3">
      <Link to="/history" search={closed} className="underline underline-offset-2 lg:hidden">
        All conversations
      </Link>
      {pages.error && <Failure error={pages.error} onRetry={pages.refetch} />}
      {pages.isPending && (
        <Panel>
          <LoadingRows rows={3} />
        </Panel>
      )}
      {conversation && (
        <>
          <header className="flex flex-wrap items-center justify-between gap-3">
            <div className="min-w-0">
              <h2 className="break-all text-lg">{conversation.sdkUniqueId ?? "No session ID"}</h2>
              <p className="text-muted text-xs">{conversation.keyName ?? "Deleted key"}</p>
            </div>
            <div className="flex flex-wrap gap-2">
              {conversation.sdkUniqueId && <CopyButton text={conversation.sdkUniqueId} label="Copy ID" />}
              <ExportLinks
                what="this conversation"
                toUrl={(format) =>
                  urlOf("GET /keys/{keyId}/conversation/export", {
                    params: { keyId },
                    query: { sdkUniqueId: session, format },
                  })
                }
              />
              <DeleteButton keyId={keyId} session={session} closed={closed} />
            </div>
          </header>
          <Panel>
            {pages.hasNextPage && (
              <div className="border-line border-b p-4">
                <Button onClick={() => pages.fetchNextPage()} isBusy={pages.isFetchingNextPage}>
                  Load earlier messages
                </Button>
              </div>
            )}
            <ol className="divide-y divide-line">
              {records.map((record) => (
                <Exchange key={record.id} record={record} />
              ))}
            </ol>
            {from && (
              <div className="border-line border-t p-4">
                <Link
                  to="/history"
                  search={{ ...search, from: undefined }}
                  className="underline underline-offset-2"
                >
                  Go to latest message
                </Link>
              </div>
            )}
          </Panel>
        </>
      )}
    </section>
  );
}

function Exchange({ record }: { record: ConversationRecord }) {
  return (
    <li className="flex flex-col gap-3 p-4">
      <p className="text-muted text-xs">
        <time dateTime={record.createdAt}>{formatMoment(record.createdAt)}</time> ·{" "}
        <span className="numbers">{record.model}</span>
        {record.credits !== null && (
          <span className="whitespace-nowrap"> · {formatCount(record.credits, "credit")}</span>
        )}
      </p>
      <p className="max-w-prose self-start whitespace-pre-wrap break-words rounded-md bg-sunken px-3 py-2">
        {record.question}
      </p>
      <div className="min-w-0 max-w-prose break-words">
        <Markdown text={record.answer} />
      </div>
    </li>
  );
}

function DeleteButton({
  keyId,
  session,
  closed,
}: {
  keyId: string;
  session: string | undefined;
  closed: HistorySearch;
}) {
  const [isAsking, setAsking] = useState(false);
  const queryClient = useQueryClient();
  const navigate = useNavigate();
  const remove = useMutation({
    mutationFn: () =>
      call("DELETE /keys/{keyId}/conversation", {
        params: { keyId },
        query: { sdkUniqueId: session },
      }),
    onSuccess: async () => {
      await navigate({ to: "/history", search: closed });
      await queryClient.invalidateQueries({ queryKey: historyKey });
    },
  });
  return (
    <>
      <Button look="danger" onClick={() => setAsking(true)}>
        Delete
      </Button>
      {isAsking && (
        <ConfirmDialog
          title="Delete this conversation?"
          text="The assistant no longer has access to these messages. This cannot be undone."
          action="Delete conversation"
          act={remove}
          onConfirm={() => remove.mutate()}
          onClose={() => setAsking(false)}
        />
      )}
    </>
  );
}
