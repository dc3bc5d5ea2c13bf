import type { WebhookEndpoint } from "@mintwright/api-contract";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { call } from "../api/call.ts";
import { Button } from "../ui/button.tsx";
import { Dialog, DialogActions } from "../ui/dialog.tsx";
import { Failure } from "../ui/states.tsx";
import { nameEndpoint } from "./webhook-queries.ts";

export function DeleteEndpoint({ endpoint, onClose }: { endpoint: WebhookEndpoint; onClose: () => void }) {
  const queryClient = useQueryClient();
  const remove = useMutation({
    mutationFn: () =>
      call("DELETE /operations/webhooks/endpoints/{endpointId}", { params: { endpointId: endpoint.id } }),
    onSuccess: () => queryClient.invalidateQueries({ queryKey: ["webhooks"] }),
  });
  return (
    <Dialog
      isOpen
      onClose={onClose}
      title="Delete this endpoint?"
      text={`${nameEndpoint(endpoint)} gets no more events, and pending deliveries to it stop. This cannot be undone.`}
    >
      {remove.error && <Failure error={remove.error} />}
      <DialogActions>
        <Button onClick={onClose}>Cancel</Button>
        <Button look="danger" isBusy={remove.isPending} onClick={() => remove.mutate()}>
          Delete endpoint
        </Button>
      </DialogActions>
    </Dialog>
  );
}
