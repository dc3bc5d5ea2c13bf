import { useMutation, useQueryClient } from "@tanstack/react-query";
import { getRouteApi } from "@tanstack/react-router";
import { useEffect, useRef, useState } from "react";
import { createId } from "../../api/create-id.ts";
import { operations } from "../../api/operations.ts";
import { creditsQuery } from "../../api/queries.ts";
import { libraryKey } from "../../library/library-queries.ts";
import { Button } from "../../ui/button.tsx";
import { Panel } from "../../ui/page.tsx";
import { Empty } from "../../ui/states.tsx";
import { PaidFailure } from "../paid-failure.tsx";
import { PlaygroundFrame } from "../playground-frame.tsx";
import { SnippetPanel } from "../snippet-panel.tsx";
import { ContractComposer, type ContractRequest } from "./contract-composer.tsx";
import { ContractResult } from "./contract-result.tsx";
import type { ContractTurn } from "./contract-turn.ts";
import { ContractTurns } from "./contract-turns.tsx";
import { useContracts } from "./use-contracts.ts";

const route = getRouteApi("/inside/playground/contract");
/** The value of `item` for a conversation that has not begun. */
const newItem = "new";

export function ContractPage() {
  const queryClient = useQueryClient();
  const { item: itemId } = route.useSearch();
  const navigate = route.useNavigate();
  const isNew = itemId === newItem;
  const stored = useContracts(itemId, isNew);
  const [unstored, setUnstored] = useState<ContractTurn>();
  const [newSession, setNewSession] = useState(createSession);
  const sessionId = stored.sessionId ?? newSession;
  const leaving = useRef(new AbortController());
  useEffect(() => {
    leaving.current = new AbortController();
    return () => leaving.current.abort();
  }, []);
  const show = (item: string | undefined) => {
    setUnstored(undefined);
    return navigate({ search: { item }, replace: true });
  };
  const generate = useMutation({
    mutationFn: async ({ question, isRemembered }: ContractRequest) => {
      const chatHistory = isRemembered ? "on" : "off";
      const answer = await operations.contracts
        .generate({ question, chatHistory, sdkUniqueId: sessionId }, { signal: leaving.current.signal })
        .withResponse();
      const { data, credits, stored: kept } = answer;
      return { ...data, question, charged: credits?.charged ?? 0, itemId: kept?.itemIds[0] };
    },
    onSuccess: async (turn) => {
      await queryClient.invalidateQueries({ queryKey: libraryKey });
      if (turn.itemId) await show(turn.itemId);
      else setUnstored(turn);
    },
    onSettled: () => queryClient.invalidateQueries({ queryKey: creditsQuery.queryKey }),
  });
  const shown = unstored ?? stored.shown;
  const startOver = () => {
    generate.reset();
    setNewSession(createSession());
    void show(newItem);
  };
  return (
    <PlaygroundFrame
      tool="Contract"
      text="Describe a Solidity contract. The generated code is compiled and ready to deploy."
    >
      <div className="grid items-start gap-6 lg:grid-cols-[320px_minmax(0,1fr)]">
        <div className="flex min-w-0 flex-col gap-4 lg:sticky lg:top-4">
          {stored.turns.length > 0 && (
            <ContractTurns turns={stored.turns} shown={stored.shownId} onShow={(id) => void show(id)} />
          )}
          <ContractComposer
            isFollowUp={stored.turns.length > 0}
            isBusy={generate.isPending}
            onAsk={(request, onMade) => generate.mutate(request, { onSuccess: onMade })}
          >
            {generate.error && <PaidFailure error={generate.error} />}
          </ContractComposer>
          {stored.turns.length > 0 && <Button onClick={startOver}>New contract</Button>}
        </div>
        <div className="flex min-w-0 flex-col gap-6">
          {unstored && (
            <p role="alert" className="rounded-md bg-amber-soft px-4 py-3">
              Your storage is full, so this contract was not stored. Download it now, or delete items from
              your library.
            </p>
          )}
          {generate.isPending ? (
            <Working text="Generating and compiling…" />
          ) : shown ? (
            <ContractResult key={shown.itemId ?? "unstored"} made={shown} />
          ) : stored.isLoading ? (
            <Working text="Loading…" />
          ) : (
            <Panel>
              <Empty
                title="Your contract appears here"
                text="You see its source files, compiler output and size. You can download it, audit it or deploy it with your wallet."
              />
            </Panel>
          )}
          <SnippetPanel
            call={{
              tool: "contract",
              input: { question: shown?.question ?? "a token called Moon Coin (MOON)" },
            }}
          />
        </div>
      </div>
    </PlaygroundFrame>
  );
}

const createSession = () => `playground-${createId()}`;

function Working({ text }: { text: string }) {
  return (
    <Panel>
      <div role="status" className="flex flex-col gap-4 p-4">
        <p className="text-muted">{text}</p>
        <div className="h-5 w-1/3 animate-pulse rounded bg-line" />
        <div className="flex gap-2">
          {["a", "b", "c", "d"].map((name) => (
            <div key={name} className="h-12 flex-1 animate-pulse rounded bg-line" />
          ))}
        </div>
        <div className="h-80 animate-pulse rounded bg-line" />
      </div>
    </Panel>
  );
}
