import { ApiError } from "@mintwright/sdk";
import { Link } from "@tanstack/react-router";
import { Failure } from "../ui/states.tsx";

/** What happened to a call that would have cost credits, and what became of them. */
export function PaidFailure({ error, onRetry }: { error: Error; onRetry?: () => void }) {
  return (
    <div className="flex flex-col gap-2">
      <Failure error={error} {...(onRetry && { onRetry })} />
      <p className="text-muted text-xs">
        {error instanceof ApiError ? (
          "Nothing was charged."
        ) : (
          <>
            What is not delivered is not charged; the{" "}
            <Link to="/credits" className="text-ink underline">
              ledger
            </Link>{" "}
            shows it.
          </>
        )}
      </p>
    </div>
  );
}
