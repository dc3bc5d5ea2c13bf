import type { LedgerCheck } from "@mintwright/api-contract/dashboard";
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { call } from "../api/call.ts";
import { Button } from "../ui/button.tsx";
import { formatCount, formatDuration, formatMoment } from "../ui/format.ts";
import { Panel } from "../ui/page.tsx";
import { LoadingRows, PanelFailure, Status } from "../ui/states.tsx";
import { ledgerQuery } from "./queries.ts";

/** Compares every account with its ledger entries and shows the last result. */
export function LedgerPanel() {
  const queryClient = useQueryClient();
  const { data, error, refetch } = useQuery(ledgerQuery);
  const check = useMutation({
    mutationFn: () => call("POST /operator/ledger/check"),
    onSuccess: (answer) => queryClient.setQueryData(ledgerQuery.queryKey, answer),
  });
  const failure = check.error ?? error;
  return (
    <Panel
      title="Ledger"
      action={
        <Button isBusy={check.isPending} onClick={() => check.mutate()}>
          Check now
        </Button>
      }
    >
      {failure && <PanelFailure error={failure} onRetry={refetch} />}
      {!data && !failure && <LoadingRows rows={1} />}
      {data?.lastCheck && <Result check={data.lastCheck} />}
      {data?.lastCheck === null && (
        <p className="p-4 text-muted">
          Not checked yet. A check verifies that granted = balance + held + spent for every account and that
          each figure matches the ledger entries.
        </p>
      )}
    </Panel>
  );
}

function Result({ check }: { check: LedgerCheck }) {
  const { mismatches } = check;
  return (
    <div className="flex flex-col gap-3 p-4">
      <p className="font-medium">
        <Status state={mismatches.length === 0 ? "ok" : "error"}>
          {mismatches.length === 0
            ? `Balanced: ${formatCount(check.accounts, "account")}`
            : `Mismatch in ${formatCount(mismatches.length, "account")} of ${check.accounts}`}
        </Status>
      </p>
      <p className="text-muted text-xs">
        {formatMoment(check.checkedAt)} by {check.checkedBy}, in {formatDuration(check.elapsedInMs / 1000)}
      </p>
      {mismatches.slice(0, 20).map(({ accountId, problem }) => (
        <p key={accountId} className="rounded-md bg-red-soft px-3 py-2">
          <span className="numbers break-all text-xs">{accountId}</span>
          <br />
          {problem}
        </p>
      ))}
    </div>
  );
}
