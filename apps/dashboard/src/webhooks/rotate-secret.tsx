import { useMutation } from "@tanstack/react-query";
import { useState } from "react";
import { Button } from "../ui/button.tsx";
import { Dialog, DialogActions } from "../ui/dialog.tsx";
import { Failure } from "../ui/states.tsx";
import type { SigningSecret } from "./webhook-queries.ts";

/** Replaces a signing secret. The old one stays valid for 24 hours unless it has leaked. */
export function RotateSecret({
  rotate,
  onRotated,
}: {
  rotate: (overlapInHours: number) => Promise<SigningSecret>;
  onRotated: (secret: SigningSecret) => void;
}) {
  const [isAsking, setAsking] = useState(false);
  const [hasLeaked, setLeaked] = useState(false);
  const rotation = useMutation({
    mutationFn: () => rotate(hasLeaked ? 0 : 24),
    onSuccess: (secret) => {
      setAsking(false);
      onRotated(secret);
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
        {rotation.error && <Failure error={rotation.error} />}
        <DialogActions>
          <Button onClick={() => setAsking(false)}>Cancel</Button>
          <Button look="main" isBusy={rotation.isPending} onClick={() => rotation.mutate()}>
            Rotate secret
          </Button>
        </DialogActions>
      </Dialog>
    </>
  );
}
