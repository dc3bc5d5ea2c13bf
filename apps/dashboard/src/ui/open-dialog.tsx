import { Dialog as Radix } from "radix-ui";
import { type ReactNode, useRef } from "react";

export interface DialogProps {
  title: string;
  text: string;
  onClose: () => void;
  children: ReactNode;
}

export function OpenDialog({ title, text, onClose, children }: DialogProps) {
  // Dialogs are opened by state, not by a Radix trigger, so the focus has to be restored here.
  const opener = useRef<Element>(null);
  return (
    <Radix.Root open onOpenChange={(open) => !open && onClose()}>
      <Radix.Portal>
        <Radix.Overlay className="fixed inset-0 z-20 bg-black/40" />
        <Radix.Content
          onOpenAutoFocus={() => {
            opener.current = document.activeElement;
          }}
          onCloseAutoFocus={(event) => {
            event.preventDefault();
            if (opener.current instanceof HTMLElement) opener.current.focus();
          }}
          className="fixed inset-x-4 top-[8vh] z-20 mx-auto flex max-h-[84vh] max-w-lg flex-col gap-4 overflow-y-auto rounded-md border border-line bg-surface p-6 shadow-xl"
        >
          <div>
            <Radix.Title className="text-lg">{title}</Radix.Title>
            <Radix.Description className="text-muted">{text}</Radix.Description>
          </div>
          {children}
        </Radix.Content>
      </Radix.Portal>
    </Radix.Root>
  );
}
