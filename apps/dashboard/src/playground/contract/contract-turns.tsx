import { writeCredits } from "../price.tsx";
import type { ListedTurn } from "./contract-turn.ts";

/** The requests of a conversation; selecting one shows its contract. */
export function ContractTurns({
  turns,
  shown,
  onShow,
}: {
  turns: readonly ListedTurn[];
  shown: string | undefined;
  onShow: (id: string) => void;
}) {
  return (
    <ol aria-label="Conversation" className="flex flex-col gap-2">
      {turns.map(({ id, question, name, charged }) => (
        <li key={id}>
          <button
            type="button"
            aria-current={id === shown}
            onClick={() => onShow(id)}
            className="w-full rounded-md border border-line bg-surface px-3 py-2 text-left hover:bg-sunken aria-[current=true]:border-ink"
          >
            <span className="line-clamp-4 break-words">{question}</span>
            <span className="numbers mt-1 block truncate text-muted text-xs">
              {name} · {writeCredits(charged)}
            </span>
          </button>
        </li>
      ))}
    </ol>
  );
}
