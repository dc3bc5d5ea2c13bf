import type { CollectionState } from "@mintwright/api-contract";

const looks: Record<CollectionState, string> = {
  queued: "text-muted",
  processing: "text-blue",
  completed: "text-ink",
  failed: "text-red",
  cancelled: "text-amber",
};

export const stateWords: Record<CollectionState, string> = {
  queued: "Queued",
  processing: "Generating",
  completed: "Complete",
  failed: "Failed",
  cancelled: "Cancelled",
};

export function StateBadge({ state }: { state: CollectionState }) {
  return (
    <span className={`inline-flex items-center gap-1.5 text-xs ${looks[state]}`}>
      <span aria-hidden="true" className="size-1.5 rounded-full bg-current" />
      {stateWords[state]}
    </span>
  );
}

export function ProgressBar({ made, failed, amount }: { made: number; failed: number; amount: number }) {
  const share = (count: number) => `${(count / amount) * 100}%`;
  return (
    <div
      role="progressbar"
      aria-label="Images generated"
      aria-valuemin={0}
      aria-valuemax={amount}
      aria-valuenow={made}
      className="flex h-1.5 overflow-hidden rounded-full bg-line"
    >
      <div className="bg-accent transition-[width] duration-200" style={{ width: share(made) }} />
      <div className="bg-red" style={{ width: share(failed) }} />
    </div>
  );
}
