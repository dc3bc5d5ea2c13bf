import { ApiError } from "@mintwright/sdk";
import { Link } from "@tanstack/react-router";
import { Failure } from "../ui/states.tsx";

/** A failed paid call, with whether it was charged. */
export function PaidFailure({ error, onRetry }: { error: Error; onRetry?: () => void }) {
  return (
    <div className="flex flex-col gap-2">
      <Failure error={error} {...(onRetry && { onRetry })} />
      <p className="text-muted text-xs">
        {error instanceof ApiError ? (
          "Nothing was charged."
        ) : (
          <>
            You are only charged for delivered results. Check the{" "}
            <Link to="/credits" className="text-ink underline">
              ledger
            </Link>
            .
          </>
        )}
      </p>
    </div>
  );
}
