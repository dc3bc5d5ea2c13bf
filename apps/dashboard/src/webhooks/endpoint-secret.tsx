import type { WebhookEndpoint } from "@mintwright/api-contract";
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { call } from "../api/call.ts";
import { Button } from "../ui/button.tsx";
import { Dialog, DialogActions } from "../ui/dialog.tsx";
import { Failure } from "../ui/states.tsx";
import { RotateSecret } from "./rotate-secret.tsx";
import { ShownSecret } from "./shown-secret.tsx";
import { nameEndpoint, type SigningSecret } from "./webhook-queries.ts";

/** Shows and rotates the secret of one endpoint. */
export function EndpointSecret({ endpoint, onClose }: { endpoint: WebhookEndpoint; onClose: () => void }) {
  const params = { endpointId: endpoint.id };
  const queryClient = useQueryClient();
  const queryKey = ["webhooks", "secret", endpoint.id];
  const { data, error, refetch } = useQuery({
    queryKey,
    queryFn: async () =>
      (await call("GET /operations/webhooks/endpoints/{endpointId}/secret", { params })).data,
    // A secret stays in memory only as long as it is shown.
    gcTime: 0,
  });
  const rotate = async (overlapInHours: number) => {
    const query = { overlapInHours };
    return (await call("POST /operations/webhooks/endpoints/{endpointId}/secret/rotate", { params, query }))
      .data;
  };
  const renew = async (secret: SigningSecret) => {
    queryClient.setQueryData(queryKey, secret);
    await queryClient.invalidateQueries({ queryKey: ["webhooks", "endpoints"] });
  };
  return (
    <Dialog
      isOpen
      onClose={onClose}
      title="Signing secret"
      text={`Verify the signature of what ${nameEndpoint(endpoint)} receives with this secret.`}
    >
      {error && <Failure error={error} onRetry={refetch} />}
      {data && <ShownSecret secret={data} />}
      <DialogActions>
        <RotateSecret rotate={rotate} onRotated={renew} />
        <Button onClick={onClose}>Close</Button>
      </DialogActions>
    </Dialog>
  );
}
