import { X } from "lucide-react";
import { Toast as Radix } from "radix-ui";
import { closeToast, type Toast } from "./toast.ts";

const shownInMs = 5_000;

export function ToastList({ toasts }: { toasts: readonly Toast[] }) {
  return (
    <Radix.Provider duration={shownInMs} label="Notification">
      {toasts.map(({ id, text }) => (
        <Radix.Root
          key={id}
          onOpenChange={(open) => !open && closeToast(id)}
          className="flex items-center justify-between gap-3 rounded-md border border-edge bg-surface py-2 pr-2 pl-4 shadow-xl"
        >
          <Radix.Description>{text}</Radix.Description>
          <Radix.Close
            aria-label="Close"
            className="flex size-9 items-center justify-center rounded-md hover:bg-sunken"
          >
            <X size={16} aria-hidden="true" />
          </Radix.Close>
        </Radix.Root>
      ))}
      <Radix.Viewport className="fixed right-4 bottom-20 left-4 z-40 flex flex-col gap-2 sm:left-auto sm:w-96 md:bottom-4" />
    </Radix.Provider>
  );
}
