import type { CollectionDetail } from "@mintwright/api-contract/dashboard";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { operations } from "../api/operations.ts";
import { Button } from "../ui/button.tsx";
import { Dialog, DialogActions } from "../ui/dialog.tsx";
import { formatCredits } from "../ui/format.ts";
import { Failure } from "../ui/states.tsx";

/** Cancels a collection. The dialog shows the refund before and after. */
export function CancelCollection({
  collection,
  made,
  hasEnded,
}: {
  collection: CollectionDetail;
  made: number;
  hasEnded: boolean;
}) {
  const [isOpen, setOpen] = useState(false);
  const queryClient = useQueryClient();
  const cancel = useMutation({
    mutationFn: () => operations.collections.cancel(collection.collectionId),
    onSuccess: () => queryClient.invalidateQueries({ queryKey: ["credits"] }),
  });
  const rest = Math.round((collection.amount - made) * collection.priceEach * 100) / 100;
  const close = () => setOpen(false);
  return (
    <>
      {!hasEnded && (
        <Button look="danger" onClick={() => setOpen(true)}>
          Cancel collection
        </Button>
      )}
      <Dialog
        isOpen={isOpen}
        onClose={close}
        title={cancel.data ? "Collection cancelled" : "Cancel this collection?"}
        text={
          cancel.data
            ? `You keep the ${formatCredits(cancel.data.made)} images that were generated. ${formatCredits(cancel.data.refunded)} credits were refunded.`
            : `No more images will be generated. You keep and pay for the ${formatCredits(made)} that are finished; about ${formatCredits(rest)} credits are refunded. This cannot be undone.`
        }
      >
        {cancel.error && <Failure error={cancel.error} />}
        <DialogActions>
          {cancel.data ? (
            <Button onClick={close}>Done</Button>
          ) : (
            <>
              <Button onClick={close}>Keep generating</Button>
              <Button look="danger" isBusy={cancel.isPending} onClick={() => cancel.mutate()}>
                Cancel and refund
              </Button>
            </>
          )}
        </DialogActions>
      </Dialog>
    </>
  );
}
