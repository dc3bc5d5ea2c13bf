import { useInfiniteQuery, useMutation, useQueryClient } from "@tanstack/react-query";
import { getRouteApi } from "@tanstack/react-router";
import { useState } from "react";
import { call, urlOf } from "../api/call.ts";
import { Button } from "../ui/button.tsx";
import { ConfirmDialog } from "../ui/confirm-dialog.tsx";
import { Page, Panel } from "../ui/page.tsx";
import { Empty } from "../ui/states.tsx";
import { ConversationList } from "./conversation-list.tsx";
import { ConversationView } from "./conversation-view.tsx";
import { ExportLinks } from "./export-links.tsx";
import { HistoryFilters } from "./history-filters.tsx";
import { conversationsQuery, historyKey } from "./history-queries.ts";
import { SearchResults } from "./search-results.tsx";

const route = getRouteApi("/inside/history");

/** The list next to the open conversation; a phone shows one of the two. */
export function HistoryPage() {
  const search = route.useSearch();
  return (
    <Page
      title="Conversations"
      text="Chat history of all your keys, for requests with history turned on."
      action={<HistoryActions isReading={search.key !== undefined} />}
    >
      <div className="grid grid-cols-1 items-start gap-6 lg:grid-cols-[22rem_minmax(0,1fr)]">
        <div className={`flex flex-col gap-3 ${search.key ? "hidden lg:flex" : ""}`}>
          <HistoryFilters search={search} />
          {search.words ? (
            <SearchResults words={search.words} search={search} />
          ) : (
            <ConversationList search={search} />
          )}
        </div>
        {search.key ? (
          <ConversationView keyId={search.key} search={search} />
        ) : (
          <div className="hidden lg:block">
            <Panel>
              <Empty title="No conversation selected" text="Select a conversation to read it." />
            </Panel>
          </div>
        )}
      </div>
    </Page>
  );
}

/** Export and delete everything. Hidden without conversations, and on a phone while one is open. */
function HistoryActions({ isReading }: { isReading: boolean }) {
  const { data } = useInfiniteQuery(conversationsQuery(undefined));
  const [isAsking, setAsking] = useState(false);
  const queryClient = useQueryClient();
  const navigate = route.useNavigate();
  const remove = useMutation({
    mutationFn: () => call("POST /conversations/delete-all"),
    onSuccess: async () => {
      setAsking(false);
      await navigate({ search: {} });
      await queryClient.invalidateQueries({ queryKey: historyKey });
    },
  });
  if (!data?.pages[0]?.conversations.length) return null;
  return (
    <div className={`flex-wrap gap-2 ${isReading ? "hidden lg:flex" : "flex"}`}>
      <ExportLinks
        what="all conversations"
        toUrl={(format) => urlOf("GET /conversations/export", { query: { format } })}
      />
      <Button look="danger" onClick={() => setAsking(true)}>
        Delete all
      </Button>
      {isAsking && (
        <ConfirmDialog
          title="Delete all conversations?"
          text="This deletes your conversations and the chat history of every API key. It cannot be undone."
          action="Delete all conversations"
          act={remove}
          onConfirm={() => remove.mutate()}
          onClose={() => setAsking(false)}
        />
      )}
    </div>
  );
}
