import type { CollectionState } from "@mintwright/api-contract";
import type { CollectionDetail } from "@mintwright/api-contract/dashboard";
import type { ReactNode } from "react";
import { formatCredits, formatDuration } from "../ui/format.ts";
import { StateBadge } from "./state-badge.tsx";

/** What a collection that has ended consists of. */
export function Results({
  collection: { amount, traits, createdAt, finishedAt },
  made,
  failed,
  status,
}: {
  collection: CollectionDetail;
  made: number;
  failed: number;
  status: CollectionState;
}) {
  const seconds = finishedAt ? (Date.parse(finishedAt) - Date.parse(createdAt)) / 1000 : undefined;
  const missing = amount - made - failed;
  return (
    <div className="flex flex-col gap-4">
      <StateBadge state={status} />
      <dl className="grid grid-cols-2 gap-x-6 gap-y-3 sm:grid-cols-4">
        <Result name="Tokens">
          <span data-testid="made">{formatCredits(made)}</span>
        </Result>
        {failed > 0 && (
          <Result name="Failed">
            <span className="text-red">{formatCredits(failed)}</span>
          </Result>
        )}
        {missing > 0 && <Result name="Cancelled">{formatCredits(missing)}</Result>}
        <Result name="Traits">{formatCredits(traits.length)}</Result>
        {seconds !== undefined && <Result name="Generated in">{formatDuration(seconds)}</Result>}
      </dl>
    </div>
  );
}

function Result({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div>
      <dt className="text-muted text-xs">{name}</dt>
      <dd className="numbers text-lg">{children}</dd>
    </div>
  );
}
