import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useEffect, useRef } from "react";
import { operations } from "../../api/operations.ts";
import { creditsQuery } from "../../api/queries.ts";
import { Button } from "../../ui/button.tsx";
import { Panel } from "../../ui/page.tsx";
import { Empty } from "../../ui/states.tsx";
import { PaidFailure } from "../paid-failure.tsx";
import { PlaygroundFrame } from "../playground-frame.tsx";
import { SnippetPanel } from "../snippet-panel.tsx";
import { useTabState } from "../tab-state.ts";
import { ContractComposer, type ContractRequest } from "./contract-composer.tsx";
import { ContractResult } from "./contract-result.tsx";
import { type ContractConversation, startConversation } from "./contract-turn.ts";
import { ContractTurns } from "./contract-turns.tsx";

// More would exceed the session storage quota.
const maxKeptTurns = 8;

export function ContractPage() {
  const queryClient = useQueryClient();
  const [conversation, setConversation] = useTabState<ContractConversation>("contract", startConversation);
  const leaving = useRef(new AbortController());
  useEffect(() => {
    leaving.current = new AbortController();
    return () => leaving.current.abort();
  }, []);
  const generate = useMutation({
    mutationFn: async ({ question, isRemembered }: ContractRequest) => {
      const chatHistory = isRemembered ? "on" : "off";
      const { data, credits } = await operations.contracts
        .generate({ question, chatHistory, sdkUniqueId: conversation.id }, { signal: leaving.current.signal })
        .withResponse();
      return { ...data, question, charged: credits?.charged ?? 0 };
    },
    onSuccess: (turn) => {
      setConversation(({ id, turns }) => {
        const kept = [...turns, turn].slice(-maxKeptTurns);
        return { id, turns: kept, shown: kept.length - 1 };
      });
    },
    onSettled: () => queryClient.invalidateQueries({ queryKey: creditsQuery.queryKey }),
  });
  const shown = conversation.turns[conversation.shown];
  const startOver = () => {
    generate.reset();
    setConversation(startConversation());
  };
  return (
    <PlaygroundFrame
      tool="Contract"
      text="Describe a Solidity contract. The generated code is compiled and ready to deploy."
    >
      <div className="grid items-start gap-6 lg:grid-cols-[320px_minmax(0,1fr)]">
        <div className="flex min-w-0 flex-col gap-4 lg:sticky lg:top-4">
          {conversation.turns.length > 0 && (
            <ContractTurns
              conversation={conversation}
              onShow={(turn) => setConversation({ ...conversation, shown: turn })}
            />
          )}
          <ContractComposer
            isFollowUp={conversation.turns.length > 0}
            isBusy={generate.isPending}
            onAsk={(request, onMade) => generate.mutate(request, { onSuccess: onMade })}
          >
            {generate.error && <PaidFailure error={generate.error} />}
          </ContractComposer>
          {conversation.turns.length > 0 && <Button onClick={startOver}>New contract</Button>}
        </div>
        <div className="flex min-w-0 flex-col gap-6">
          {generate.isPending ? (
            <Working />
          ) : shown ? (
            <ContractResult key={`${conversation.id} ${conversation.shown}`} made={shown} />
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

function Working() {
  return (
    <Panel>
      <div role="status" className="flex flex-col gap-4 p-4">
        <p className="text-muted">Generating and compiling…</p>
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
