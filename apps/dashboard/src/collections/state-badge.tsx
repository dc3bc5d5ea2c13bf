import type { CollectionState } from "@mintwright/api-contract";
import { Status } from "../ui/states.tsx";

const looks = {
  queued: "neutral",
  processing: "neutral",
  completed: "ok",
  failed: "error",
  cancelled: "warning",
} as const satisfies Record<CollectionState, string>;

export const stateWords: Record<CollectionState, string> = {
  queued: "Queued",
  processing: "Generating",
  completed: "Complete",
  failed: "Failed",
  cancelled: "Cancelled",
};

export function StateBadge({ state }: { state: CollectionState }) {
  return (
    <span className="text-xs">
      <Status state={looks[state]}>{stateWords[state]}</Status>
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
