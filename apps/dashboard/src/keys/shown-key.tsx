import { Button } from "../ui/button.tsx";
import { CopyButton } from "../ui/copy-button.tsx";
import { Dialog, DialogActions } from "../ui/dialog.tsx";

/** Shows a new secret key. The server stores only its hash, so it cannot be shown again. */
export function ShownKey({ secret, onClose }: { secret: string; onClose: () => void }) {
  return (
    <Dialog
      isOpen
      onClose={onClose}
      title="Your secret key"
      text="Copy it to your server's settings now; you will not see it again. Never put it in client or public code."
    >
      <code data-testid="secret" className="numbers block break-all rounded-md bg-sunken p-3">
        {secret}
      </code>
      <DialogActions>
        <Button onClick={onClose}>Done</Button>
        <CopyButton text={secret} label="Copy key" look="main" />
      </DialogActions>
    </Dialog>
  );
}
