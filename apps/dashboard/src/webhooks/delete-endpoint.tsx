import type { WebhookEndpoint } from "@mintwright/api-contract";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { call } from "../api/call.ts";
import { ConfirmDialog } from "../ui/confirm-dialog.tsx";
import { nameEndpoint } from "./webhook-queries.ts";

export function DeleteEndpoint({ endpoint, onClose }: { endpoint: WebhookEndpoint; onClose: () => void }) {
  const queryClient = useQueryClient();
  const remove = useMutation({
    mutationFn: () =>
      call("DELETE /operations/webhooks/endpoints/{endpointId}", { params: { endpointId: endpoint.id } }),
    onSuccess: () => queryClient.invalidateQueries({ queryKey: ["webhooks"] }),
  });
  return (
    <ConfirmDialog
      title="Delete this endpoint?"
      text={`${nameEndpoint(endpoint)} gets no more events, and pending deliveries to it stop. This cannot be undone.`}
      action="Delete endpoint"
      act={remove}
      onConfirm={() => remove.mutate()}
      onClose={onClose}
    />
  );
}
