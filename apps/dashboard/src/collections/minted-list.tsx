import { CopyButton } from "../ui/copy-button.tsx";

export interface MintRow {
  id: number;
  state: string;
  tokenId: string | undefined;
  hash: string | undefined;
}

export function MintedList({ rows }: { rows: readonly MintRow[] }) {
  return (
    <ul
      aria-label="Mint status"
      // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling list must be reachable by keyboard.
      tabIndex={0}
      className="max-h-72 divide-y divide-line overflow-y-auto rounded-md border border-line"
    >
      {rows.map(({ id, state, tokenId, hash }) => (
        <li key={id} className="flex min-h-12 flex-wrap items-center gap-x-4 gap-y-1 px-3 py-1.5">
          <span className="numbers w-16">#{id}</span>
          <span className="min-w-40 flex-1 truncate" title={state}>
            {tokenId ? (
              <>
                Minted as token <span className="numbers">{tokenId}</span>
              </>
            ) : (
              <span className="text-muted">{state}</span>
            )}
          </span>
          {hash && <CopyButton text={hash} label="Copy transaction" />}
        </li>
      ))}
    </ul>
  );
}
