import type { OperatorAccount } from "@mintwright/api-contract/dashboard";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { call } from "../api/call.ts";
import { createId } from "../api/create-id.ts";
import { Button } from "../ui/button.tsx";
import { Dialog, DialogActions } from "../ui/dialog.tsx";
import { formatCredits } from "../ui/format.ts";
import { Failure } from "../ui/states.tsx";
import { CreditsField, NoteField } from "./grant-fields.tsx";

/** Grants credits to an account. The grant ID is created with the dialog, so a second click grants nothing twice. */
export function GrantDialog({ account, onClose }: { account: OperatorAccount; onClose: () => void }) {
  const [grantId] = useState(createId);
  const [amount, setAmount] = useState("");
  const [note, setNote] = useState("");
  const queryClient = useQueryClient();
  const credits = Number(amount);
  const grant = useMutation({
    mutationFn: () =>
      call("POST /operator/accounts/{accountId}/grant", {
        params: { accountId: account.id },
        body: { grantId, credits, note },
      }),
    onSuccess: async () => {
      onClose();
      await queryClient.invalidateQueries({ queryKey: ["operator"] });
      await queryClient.invalidateQueries({ queryKey: ["credits"] });
    },
  });
  return (
    <Dialog
      isOpen
      onClose={onClose}
      title="Grant credits"
      text={`To ${account.email}. Current balance: ${formatCredits(account.balance)} credits. The account owner sees the note.`}
    >
      <form
        className="flex flex-col gap-4"
        onSubmit={(event) => {
          event.preventDefault();
          grant.mutate();
        }}
      >
        <CreditsField value={amount} onChange={setAmount} />
        <NoteField value={note} onChange={setNote} />
        {grant.error && <Failure error={grant.error} />}
        <DialogActions>
          <Button onClick={onClose}>Cancel</Button>
          <Button look="main" type="submit" isBusy={grant.isPending}>
            {credits > 0 ? `Grant ${formatCredits(credits)} credits` : "Grant credits"}
          </Button>
        </DialogActions>
      </form>
    </Dialog>
  );
}
