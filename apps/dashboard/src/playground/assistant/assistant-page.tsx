import { chatModelNames, defaultLimits } from "@mintwright/api-contract";
import type { ChatQuestion } from "@mintwright/sdk";
import { getRouteApi, Link } from "@tanstack/react-router";
import { useEffect, useRef } from "react";
import { createId } from "../../api/create-id.ts";
import { operations } from "../../api/operations.ts";
import { Button } from "../../ui/button.tsx";
import { InlineChoice } from "../../ui/field.tsx";
import { Failure } from "../../ui/states.tsx";
import { PlaygroundFrame } from "../playground-frame.tsx";
import { PriceButton, PriceProblem, usePrice } from "../price.tsx";
import { SnippetPanel } from "../snippet-panel.tsx";
import { useKeptState } from "../tab-state.ts";
import { useConversation } from "./conversation.ts";
import { TurnView } from "./turn-view.tsx";

const route = getRouteApi("/inside/playground/assistant");

const examples = [
  "What is a seed phrase, and where should I keep mine?",
  "How do royalties work for an NFT collection?",
  "Explain gas to someone who is new to Ethereum.",
];

/** A chat with the assistant. The URL contains the session ID of the conversation. */
export function AssistantPage() {
  const { session } = route.useSearch();
  const navigate = route.useNavigate();
  useEffect(() => {
    if (!session) navigate({ search: { session: createId() }, replace: true });
  }, [session, navigate]);
  return (
    <PlaygroundFrame
      tool="Assistant"
      text="Ask questions about Web3. Bookmark this page to return to the conversation."
    >
      {session && <Conversation key={session} session={session} />}
    </PlaygroundFrame>
  );
}

function Conversation({ session }: { session: string }) {
  const { history, turns, isWriting, ask, resume, stop } = useConversation(session);
  const [model, setModel] = useKeptState<(typeof chatModelNames)[number]>("model", "general_assistant");
  const [isRemembered, setRemembered] = useKeptState("remember", true);
  const [text, setText] = useKeptState("question", "");
  const describe = (question: string): ChatQuestion => ({
    model,
    question,
    ...(isRemembered && { chatHistory: "on", sdkUniqueId: session }),
  });
  const asked = usePrice("chat", describe("a question"), (question, options) =>
    operations.chat.ask(question, options),
  );
  const end = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (turns.length > 0) end.current?.scrollIntoView({ block: "end" });
  }, [turns.length]);
  const submit = () => {
    if (text.trim() === "" || isWriting) return;
    ask(describe(text));
    setText("");
  };
  return (
    <div className="mx-auto flex w-full max-w-3xl flex-col gap-6">
      <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
        <InlineChoice
          label="Model"
          value={model}
          onChange={setModel}
          options={chatModelNames.map((name) => [name, name])}
        />
        <label className="flex min-h-9 items-center gap-2 text-xs">
          <input
            type="checkbox"
            className="size-4 accent-(--accent)"
            checked={isRemembered}
            onChange={(event) => setRemembered(event.target.checked)}
          />
          Save history
        </label>
        <Link
          to="/playground/assistant"
          search={{}}
          className="ml-auto flex min-h-9 items-center text-xs underline"
        >
          New conversation
        </Link>
      </div>
      {history.error && <Failure error={history.error} onRetry={history.refetch} />}
      {turns.length === 0 && !history.isPending && !history.error && <Suggestions onChoose={setText} />}
      <ol className="flex flex-col gap-8">
        {turns.map((turn) => (
          <TurnView key={turn.id} turn={turn} onResume={() => resume(turn)} />
        ))}
      </ol>
      <form
        className="sticky bottom-16 z-5 rounded-md border border-line bg-surface p-2 has-[textarea:focus-visible]:outline-2 has-[textarea:focus-visible]:outline-accent md:bottom-4"
        onSubmit={(event) => {
          event.preventDefault();
          submit();
        }}
      >
        <div className="flex items-end gap-2">
          <textarea
            aria-label="Your question"
            rows={1}
            maxLength={defaultLimits.questionCharacters}
            placeholder="Ask a question"
            value={text}
            onChange={(event) => setText(event.target.value)}
            onKeyDown={(event) => {
              if (event.key !== "Enter" || event.shiftKey || event.nativeEvent.isComposing) return;
              event.preventDefault();
              submit();
            }}
            className="field-sizing-content max-h-48 min-h-11 min-w-0 flex-1 resize-none bg-transparent px-2 py-2.5 placeholder:text-muted focus-visible:outline-none"
          />
          {isWriting ? (
            <Button onClick={stop} className="min-h-11 px-4">
              Stop
            </Button>
          ) : (
            <PriceButton label="Ask" asked={asked} disabled={text.trim() === ""} />
          )}
        </div>
        <PriceProblem asked={asked} />
      </form>
      <div ref={end} />
      <SnippetPanel call={{ tool: "assistant", input: { ...describe(text || "What is gas?") } }} />
    </div>
  );
}

function Suggestions({ onChoose }: { onChoose: (question: string) => void }) {
  return (
    <div className="flex flex-col gap-3 py-6">
      <h2 className="text-lg">What would you like to know?</h2>
      <ul className="flex flex-col gap-2">
        {examples.map((example) => (
          <li key={example}>
            <button
              type="button"
              onClick={() => onChoose(example)}
              className="w-full rounded-md border border-line bg-surface px-4 py-3 text-left text-muted hover:bg-sunken hover:text-ink"
            >
              {example}
            </button>
          </li>
        ))}
      </ul>
    </div>
  );
}
