import type { SpendAlert } from "@mintwright/api-contract/dashboard";
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { call } from "../api/call.ts";
import { Button } from "../ui/button.tsx";
import { ConfirmDialog } from "../ui/confirm-dialog.tsx";
import { Choice, Field } from "../ui/field.tsx";
import { formatCredits, formatMoment } from "../ui/format.ts";
import { Panel } from "../ui/page.tsx";
import { Failure, LoadingRows, PanelFailure } from "../ui/states.tsx";

const queryKey = ["spend-alerts"];
const kinds = [
  ["day", "Spent in a day"],
  ["month", "Spent in a month"],
  ["balance", "Balance below"],
] as const;

/** Thresholds of spending and balance that are sent by email and webhook. */
export function SpendAlerts() {
  const queryClient = useQueryClient();
  const alerts = useQuery({ queryKey, queryFn: () => call("GET /credits/alerts") });
  const [deleting, setDeleting] = useState<SpendAlert>();
  const renew = () => queryClient.invalidateQueries({ queryKey });
  const remove = useMutation({
    mutationFn: (spendAlertId: string) =>
      call("DELETE /credits/alerts/{spendAlertId}", { params: { spendAlertId } }),
    onSuccess: async () => {
      setDeleting(undefined);
      await renew();
    },
  });
  return (
    <Panel title="Spend alerts">
      <AlertForm onCreated={renew} />
      {alerts.isPending && <LoadingRows rows={1} />}
      {alerts.error && <PanelFailure error={alerts.error} onRetry={alerts.refetch} />}
      <ul aria-label="Spend alerts" className="divide-y divide-line border-line border-t empty:hidden">
        {alerts.data?.alerts.map((alert) => (
          <li key={alert.id} className="flex items-center gap-4 px-4 py-3">
            <div className="min-w-0 flex-1">
              <p>{describe(alert)}</p>
              <p className="text-muted text-xs">
                {alert.sentAt ? `Last sent ${formatMoment(alert.sentAt)}` : "Not sent yet"}
              </p>
            </div>
            <Button aria-label={`Delete alert: ${describe(alert)}`} onClick={() => setDeleting(alert)}>
              Delete
            </Button>
          </li>
        ))}
      </ul>
      {deleting && (
        <ConfirmDialog
          title="Delete this alert?"
          text={`${describe(deleting)}: nobody is told any more.`}
          action="Delete alert"
          act={remove}
          onConfirm={() => remove.mutate(deleting.id)}
          onClose={() => setDeleting(undefined)}
        />
      )}
    </Panel>
  );
}

function AlertForm({ onCreated }: { onCreated: () => Promise<void> }) {
  const [kind, setKind] = useState<SpendAlert["kind"]>("day");
  const [amount, setAmount] = useState("");
  const create = useMutation({
    mutationFn: () => call("POST /credits/alerts", { body: { kind, amount: Number(amount) } }),
    onSuccess: async () => {
      setAmount("");
      await onCreated();
    },
  });
  return (
    <form
      className="flex flex-col gap-4 p-4"
      onSubmit={(event) => {
        event.preventDefault();
        create.mutate();
      }}
    >
      <p className="max-w-prose text-muted">
        Get an email and a <span className="numbers">credits.alert</span> webhook when a limit is reached,
        once per day or month (UTC). Alerts do not stop requests.
      </p>
      <div className="flex flex-col gap-3 sm:flex-row sm:items-end">
        <div className="sm:w-48">
          <Choice label="Alert when" value={kind} onChange={setKind} options={kinds} />
        </div>
        <div className="sm:w-48">
          <Field
            label="Credits"
            type="number"
            min={0.01}
            step={0.01}
            required
            value={amount}
            onChange={(event) => setAmount(event.target.value)}
          />
        </div>
        <Button type="submit" isBusy={create.isPending}>
          Add alert
        </Button>
      </div>
      {create.error && <Failure error={create.error} />}
    </form>
  );
}

function describe({ kind, amount }: SpendAlert): string {
  const credits = `${formatCredits(amount)} credits`;
  if (kind === "balance") return `Balance below ${credits}`;
  return `${credits} spent in a ${kind}`;
}
