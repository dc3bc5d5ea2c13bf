import { writeCredits } from "../price.tsx";
import type { ContractConversation } from "./contract-turn.ts";

/** Earlier requests; selecting one shows its contract. */
export function ContractTurns({
  conversation: { turns, shown },
  onShow,
}: {
  conversation: ContractConversation;
  onShow: (turn: number) => void;
}) {
  return (
    <ol aria-label="Conversation" className="flex flex-col gap-2">
      {turns.map(({ question, contract, charged }, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: turns are append-only.
        <li key={index}>
          <button
            type="button"
            aria-current={index === shown}
            onClick={() => onShow(index)}
            className="w-full rounded-md border border-line bg-surface px-3 py-2 text-left hover:bg-sunken aria-[current=true]:border-ink"
          >
            <span className="line-clamp-4 break-words">{question}</span>
            <span className="numbers mt-1 block truncate text-muted text-xs">
              {contract.name} · {writeCredits(charged)}
            </span>
          </button>
        </li>
      ))}
    </ol>
  );
}
