import { useInfiniteQuery, useMutation, useQueryClient } from "@tanstack/react-query";
import { getRouteApi } from "@tanstack/react-router";
import { useState } from "react";
import { call, urlOf } from "../api/call.ts";
import { Button } from "../ui/button.tsx";
import { Dialog } from "../ui/dialog.tsx";
import { Page, Panel } from "../ui/page.tsx";
import { Empty, Failure } from "../ui/states.tsx";
import { ConversationList } from "./conversation-list.tsx";
import { ConversationView } from "./conversation-view.tsx";
import { ExportLinks } from "./export-links.tsx";
import { HistoryFilters } from "./history-filters.tsx";
import { conversationsQuery, historyKey } from "./history-queries.ts";
import { SearchResults } from "./search-results.tsx";

const route = getRouteApi("/inside/history");

/** Conversations of all keys: the list beside the one that is open; on a phone, one of the two. */
export function HistoryPage() {
  const search = route.useSearch();
  return (
    <Page
      title="Conversations"
      text="What was asked and answered with your keys, wherever history was on."
      action={<WholeHistory isReading={search.key !== undefined} />}
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
              <Empty title="Nothing is open" text="Choose a conversation to read it here." />
            </Panel>
          </div>
        )}
      </div>
    </Page>
  );
}

/** What can be done with all of it, where there is something; on a phone not beside the one that is being read. */
function WholeHistory({ isReading }: { isReading: boolean }) {
  const { data } = useInfiniteQuery(conversationsQuery(undefined));
  const [isAsking, setAsking] = useState(false);
  const queryClient = useQueryClient();
  const navigate = route.useNavigate();
  const forget = useMutation({
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
        <Dialog
          isOpen
          onClose={() => setAsking(false)}
          title="Delete every conversation?"
          text="Of every key of this account. Assistants forget what was said. This cannot be undone."
        >
          {forget.error && <Failure error={forget.error} />}
          <div className="flex gap-2">
            <Button look="danger" isBusy={forget.isPending} onClick={() => forget.mutate()}>
              Delete all conversations
            </Button>
            <Button onClick={() => setAsking(false)}>Keep them</Button>
          </div>
        </Dialog>
      )}
    </div>
  );
}
