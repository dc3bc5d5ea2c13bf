import type { LedgerCheck } from "@mintwright/api-contract/dashboard";
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { call } from "../api/call.ts";
import { Button } from "../ui/button.tsx";
import { formatMoment } from "../ui/format.ts";
import { Panel } from "../ui/page.tsx";
import { LoadingRows, PanelFailure, Status } from "../ui/states.tsx";
import { formatCount, formatDuration } from "./format.ts";
import { ledgerQuery } from "./queries.ts";

/** Checks every account against every entry of its ledger, and shows what the last check found. */
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
          Not checked from here yet. A check compares granted with balance + held + spent of every account,
          and each with every entry of its ledger.
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
        <Status state={mismatches.length === 0 ? "well" : "bad"}>
          {mismatches.length === 0
            ? `Adds up for ${formatCount(check.accounts, "account")}`
            : `${formatCount(mismatches.length, "account")} of ${check.accounts} off`}
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
