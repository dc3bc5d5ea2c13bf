import { useMutation } from "@tanstack/react-query";
import { useState } from "react";
import { type AnswerOf, call } from "../api/call.ts";
import { Button } from "../ui/button.tsx";
import { Dialog } from "../ui/dialog.tsx";
import { Failure } from "../ui/states.tsx";

/** The account's signing secret as the API answers it. */
export type SigningSecret = AnswerOf<"GET /operations/webhooks/secret">["data"];

/** Replaces the signing secret. The old one stays valid for 24 hours unless it has leaked. */
export function RotateSecret({ onRotated }: { onRotated: (secret: SigningSecret) => void }) {
  const [isAsking, setAsking] = useState(false);
  const [hasLeaked, setLeaked] = useState(false);
  const rotate = useMutation({
    mutationFn: () =>
      call("POST /operations/webhooks/secret/rotate", { query: { overlapInHours: hasLeaked ? 0 : 24 } }),
    onSuccess: ({ data }) => {
      setAsking(false);
      onRotated(data);
    },
  });
  return (
    <>
      <Button onClick={() => setAsking(true)}>Rotate secret</Button>
      <Dialog
        isOpen={isAsking}
        onClose={() => setAsking(false)}
        title="Rotate the signing secret?"
        text="New webhooks are signed with a new secret. The old secret also stays valid for 24 hours, so that you can update your receivers."
      >
        <label className="flex items-center gap-2">
          <input type="checkbox" checked={hasLeaked} onChange={(event) => setLeaked(event.target.checked)} />
          The old secret has leaked: revoke it now
        </label>
        {rotate.error && <Failure error={rotate.error} />}
        <div className="flex gap-2">
          <Button look="main" isBusy={rotate.isPending} onClick={() => rotate.mutate()}>
            Rotate secret
          </Button>
          <Button onClick={() => setAsking(false)}>Cancel</Button>
        </div>
      </Dialog>
    </>
  );
}
