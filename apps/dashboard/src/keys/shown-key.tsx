import { Button } from "../ui/button.tsx";
import { CopyButton } from "../ui/copy-button.tsx";
import { Dialog } from "../ui/dialog.tsx";

/** The one moment in which a key can be read. */
export function ShownKey({ secret, onClose }: { secret: string; onClose: () => void }) {
  return (
    <Dialog
      isOpen
      onClose={onClose}
      title="Your secret key"
      text="Copy it now to your server's settings, never into client or public code. It is not shown again, to anybody."
    >
      <code data-testid="secret" className="numbers block break-all rounded-md bg-sunken p-3">
        {secret}
      </code>
      <div className="flex gap-2">
        <CopyButton text={secret} label="Copy key" look="main" />
        <Button onClick={onClose}>Done</Button>
      </div>
    </Dialog>
  );
}
