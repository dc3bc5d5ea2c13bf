import { Button } from "../../ui/button.tsx";
import { CopyButton } from "../../ui/copy-button.tsx";
import { CodeBlock } from "../code-block.tsx";
import { Markdown } from "../markdown.tsx";
import { PaidFailure } from "../paid-failure.tsx";
import { writeCredits } from "../price.tsx";
import type { Turn } from "./conversation.ts";

export function TurnView({ turn, onResume }: { turn: Turn; onResume: () => void }) {
  const { answer, state, error, charged } = turn;
  const { question, model } = turn.asked;
  return (
    <li className="flex flex-col gap-3">
      <p className="ml-auto max-w-[85%] whitespace-pre-wrap break-words rounded-md bg-sunken px-4 py-2">
        {question}
      </p>
      <div className="flex min-w-0 flex-col gap-3" aria-busy={state === "writing"}>
        {answer &&
          (model === "smart_contract_generator" ? (
            <CodeBlock code={answer} language="solidity" />
          ) : (
            <Markdown text={answer} />
          ))}
        {state === "writing" && !answer && <Thinking />}
        {state === "failed" && error && <PaidFailure error={error} onRetry={onResume} />}
        {state === "stopped" && (
          <p role="status" className="flex flex-wrap items-center gap-3 text-muted text-xs">
            Stopped. You are charged once for an answer that has started.
            <Button onClick={onResume}>Resume answer (no extra charge)</Button>
          </p>
        )}
        {state === "whole" && (
          <p className="flex flex-wrap items-center gap-3 text-muted text-xs">
            <CopyButton text={answer} label="Copy answer" />
            <span>{model}</span>
            {charged !== undefined && <span data-testid="charged">{writeCredits(charged)}</span>}
          </p>
        )}
      </div>
    </li>
  );
}

function Thinking() {
  return (
    <div role="status" className="flex flex-col gap-2">
      <span className="sr-only">Waiting for the answer</span>
      <div className="h-4 w-3/4 animate-pulse rounded bg-line" />
      <div className="h-4 w-1/2 animate-pulse rounded bg-line" />
    </div>
  );
}
