import { Button } from "./button.tsx";
import { Dialog, DialogActions } from "./dialog.tsx";
import { Failure } from "./states.tsx";

/** Asks before something is deleted. */
export function ConfirmDialog({
  title,
  text,
  action,
  act,
  onConfirm,
  onClose,
}: {
  title: string;
  text: string;
  action: string;
  act: { error: Error | null; isPending: boolean };
  onConfirm: () => void;
  onClose: () => void;
}) {
  return (
    <Dialog isOpen onClose={onClose} title={title} text={text}>
      {act.error && <Failure error={act.error} />}
      <DialogActions>
        <Button onClick={onClose}>Cancel</Button>
        <Button look="danger" isBusy={act.isPending} onClick={onConfirm}>
          {action}
        </Button>
      </DialogActions>
    </Dialog>
  );
}
