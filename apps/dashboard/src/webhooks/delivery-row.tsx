import type { WebhookDelivery } from "@mintwright/api-contract";
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { call } from "../api/call.ts";
import { useAllowed } from "../api/permissions.ts";
import { Button } from "../ui/button.tsx";
import { CopyButton } from "../ui/copy-button.tsx";
import { formatMoment } from "../ui/format.ts";
import { Failure } from "../ui/states.tsx";

const looks: Record<WebhookDelivery["state"], string> = {
  pending: "text-muted",
  delivered: "text-[var(--green)]",
  failed: "text-red",
  stopped: "text-amber",
};

export function DeliveryRow({ delivery }: { delivery: WebhookDelivery }) {
  const { id, type, url, state, createdAt, nextAttemptAt, attempts } = delivery;
  const [isOpen, setOpen] = useState(false);
  const allowed = useAllowed();
  const queryClient = useQueryClient();
  const replay = useMutation({
    mutationFn: () => call("POST /operations/webhooks/deliveries/{id}/replay", { params: { id } }),
    onSuccess: () => queryClient.invalidateQueries({ queryKey: ["webhooks"] }),
  });
  const [last] = attempts;
  return (
    <li data-delivery={id} className="flex flex-col gap-3 px-4 py-3">
      <div className="flex flex-col gap-3 md:flex-row md:items-center">
        <div className="min-w-0 flex-1">
          <p className="flex flex-wrap items-center gap-x-3">
            <span className="font-medium">{type}</span>
            <span className={`inline-flex items-center gap-1.5 text-xs ${looks[state]}`}>
              <span aria-hidden="true" className="size-1.5 rounded-full bg-current" />
              {state}
            </span>
          </p>
          <p className="numbers truncate text-muted text-xs" title={url}>
            {url}
          </p>
          <p className="text-muted text-xs">
            {formatMoment(createdAt)} · {attempts.length} {attempts.length === 1 ? "attempt" : "attempts"}
            {last && ` · last response ${last.status ?? "none"}`}
            {state === "pending" && nextAttemptAt && ` · next attempt ${formatMoment(nextAttemptAt)}`}
          </p>
        </div>
        <div className="flex gap-2">
          <Button aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
            {isOpen ? "Hide details" : "Details"}
          </Button>
          {allowed("manageWebhooks") && (
            <Button isBusy={replay.isPending} onClick={() => replay.mutate()}>
              Replay
            </Button>
          )}
        </div>
      </div>
      {replay.error && <Failure error={replay.error} />}
      {isOpen && <Details delivery={delivery} />}
    </li>
  );
}

function SentBody({ id }: { id: string }) {
  const sent = useQuery({
    queryKey: ["webhooks", "body", id],
    queryFn: () => call("GET /webhooks/deliveries/{deliveryId}/body", { params: { deliveryId: id } }),
    staleTime: Number.POSITIVE_INFINITY,
  });
  const body = sent.data && indent(sent.data.body);
  return (
    <div className="flex min-w-0 flex-col gap-2">
      <h3 className="text-xs">Body</h3>
      {sent.error && <Failure error={sent.error} onRetry={sent.refetch} />}
      <pre className="numbers max-h-64 overflow-y-auto whitespace-pre-wrap break-all rounded-md bg-sunken p-3 text-xs">
        {body ?? "…"}
      </pre>
      <div className="flex flex-wrap gap-2">
        {sent.data && <CopyButton text={sent.data.body} label="Copy body" />}
        <CopyButton text={id} label="Copy webhook-id" />
      </div>
    </div>
  );
}

function Details({ delivery: { id, attempts } }: { delivery: WebhookDelivery }) {
  const allowed = useAllowed();
  return (
    <div className="grid gap-4 md:grid-cols-2">
      {allowed("readContents") && <SentBody id={id} />}
      <div className="flex min-w-0 flex-col gap-2">
        <h3 className="text-xs">Attempts</h3>
        {attempts.length === 0 && <p className="text-muted text-xs">No attempts yet.</p>}
        <ol className="divide-y divide-line rounded-md border border-line">
          {attempts.map(({ attempt, endedAt, elapsedInMs, status, error, response }) => (
            <li key={attempt} className="flex gap-3 px-3 py-2 text-xs">
              <span className="numbers text-muted">{attempt}</span>
              <div className="min-w-0 flex-1">
                <p className="flex justify-between gap-2">
                  <span className={`numbers ${error ? "text-red" : ""}`}>{status ?? "No response"}</span>
                  <span className="numbers text-muted">{elapsedInMs} ms</span>
                </p>
                {error && <p className="break-words">{error}</p>}
                {response && (
                  <pre
                    title="The beginning of the response"
                    className="numbers my-1 max-h-32 overflow-y-auto whitespace-pre-wrap break-all rounded-md bg-sunken p-2"
                  >
                    {response}
                  </pre>
                )}
                <p className="text-muted">{formatMoment(endedAt)}</p>
              </div>
            </li>
          ))}
        </ol>
      </div>
    </div>
  );
}

function indent(body: string): string {
  try {
    return JSON.stringify(JSON.parse(body), null, 2);
  } catch {
    return body;
  }
}
