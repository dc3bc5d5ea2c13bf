import type { WebhookEndpoint } from "@mintwright/api-contract";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { call } from "../api/call.ts";
import { Button } from "../ui/button.tsx";
import { formatMoment } from "../ui/format.ts";
import { Menu } from "../ui/menu.tsx";
import { Failure, Status } from "../ui/states.tsx";
import { DeleteEndpoint } from "./delete-endpoint.tsx";
import { EndpointForm } from "./endpoint-form.tsx";
import { EndpointSecret } from "./endpoint-secret.tsx";
import { nameEndpoint, readEvents } from "./webhook-queries.ts";

type Opened = "edit" | "secret" | "delete";

export function EndpointRow({ endpoint }: { endpoint: WebhookEndpoint }) {
  const { id, url, description, events, isEnabled } = endpoint;
  const [opened, setOpened] = useState<Opened>();
  const queryClient = useQueryClient();
  const onSuccess = () => queryClient.invalidateQueries({ queryKey: ["webhooks"] });
  const params = { endpointId: id };
  const test = useMutation({
    mutationFn: () => call("POST /operations/webhooks/endpoints/{endpointId}/test", { params }),
    onSuccess,
  });
  const enable = useMutation({
    mutationFn: (isOn: boolean) =>
      call("PUT /operations/webhooks/endpoints/{endpointId}", {
        params,
        body: { url, description, events: readEvents(events), isEnabled: isOn },
      }),
    onSuccess,
  });
  const needsEnabling = !isEnabled || endpoint.goneAt !== null;
  const close = () => setOpened(undefined);
  const actions = [
    { name: "Signing secret", onSelect: () => setOpened("secret") },
    { name: "Edit", onSelect: () => setOpened("edit") },
    ...(isEnabled ? [{ name: "Disable", onSelect: () => enable.mutate(false) }] : []),
    { name: "Delete", onSelect: () => setOpened("delete"), isDangerous: true },
  ];
  return (
    <li className="flex flex-col gap-3 px-4 py-3">
      <div className="flex flex-col gap-3 md:flex-row md:items-center">
        <div className="min-w-0 flex-1">
          <p className="flex flex-wrap items-center gap-x-3">
            <span className="min-w-0 truncate font-medium">{nameEndpoint(endpoint)}</span>
            <span className="text-xs">
              <EndpointState endpoint={endpoint} />
            </span>
          </p>
          {description && <p className="numbers truncate text-muted text-xs">{url}</p>}
          <p className="text-muted text-xs">{events ? events.join(", ") : "All events"}</p>
        </div>
        <div className="flex gap-2">
          {needsEnabling ? (
            <Button isBusy={enable.isPending} onClick={() => enable.mutate(true)}>
              Enable
            </Button>
          ) : (
            <Button isBusy={test.isPending} onClick={() => test.mutate()}>
              Send test event
            </Button>
          )}
          <Menu label={`More actions for ${nameEndpoint(endpoint)}`} actions={actions} />
        </div>
      </div>
      {test.isSuccess && (
        <p role="status" className="text-muted text-xs">
          Test event queued. The result appears under Deliveries.
        </p>
      )}
      {(test.error ?? enable.error) && <Failure error={(test.error ?? enable.error) as Error} />}
      {opened === "edit" && <EndpointForm endpoint={endpoint} onClose={close} />}
      {opened === "secret" && <EndpointSecret endpoint={endpoint} onClose={close} />}
      {opened === "delete" && <DeleteEndpoint endpoint={endpoint} onClose={close} />}
    </li>
  );
}

function EndpointState({ endpoint: { isEnabled, goneAt } }: { endpoint: WebhookEndpoint }) {
  if (!isEnabled) return <Status state="neutral">Disabled</Status>;
  if (goneAt) return <Status state="warning">Stopped: answered 410 on {formatMoment(goneAt)}</Status>;
  return <Status state="ok">Enabled</Status>;
}
