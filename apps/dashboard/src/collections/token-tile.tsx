import type { Token } from "@mintwright/api-contract";
import { type KeyboardEvent, memo } from "react";

/** In pixels. */
export const captionHeight = 28;

const words = { waiting: "", made: "", failed: "Failed", cancelled: "Cancelled" };

export const TokenTile = memo(function TokenTile({
  number,
  token,
  side,
  rank,
  isActive,
  onOpen,
  onKeyDown,
}: {
  number: number;
  token: Token | undefined;
  side: number;
  rank: number | undefined;
  isActive: boolean;
  onOpen: (number: number) => void;
  onKeyDown: (event: KeyboardEvent) => void;
}) {
  const state = token?.state ?? "waiting";
  return (
    <button
      type="button"
      data-number={number}
      data-state={state}
      tabIndex={isActive ? 0 : -1}
      onClick={() => onOpen(number)}
      onKeyDown={onKeyDown}
      className="block w-full rounded-md text-left"
    >
      <span
        className={`flex items-center justify-center overflow-hidden rounded-md border border-line bg-sunken ${state === "waiting" ? "animate-pulse" : ""}`}
        style={{ width: side, height: side }}
      >
        {token?.thumbnail ? (
          <img
            src={token.thumbnail}
            alt=""
            width={side}
            height={side}
            decoding="async"
            className="size-full object-cover"
          />
        ) : (
          <span className="px-2 text-center text-muted text-xs">{words[state]}</span>
        )}
      </span>
      <span
        className="flex items-center justify-between gap-2 px-0.5 text-xs"
        style={{ height: captionHeight }}
      >
        <span className="numbers">
          <span className="sr-only">Token </span>#{number}
        </span>
        {rank !== undefined && <span className="numbers text-muted">rank {rank}</span>}
      </span>
    </button>
  );
});
