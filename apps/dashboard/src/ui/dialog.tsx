import { lazy, type ReactNode, Suspense } from "react";
import type { DialogProps } from "./open-dialog.tsx";

const OpenDialog = lazy(() => import("./open-dialog.tsx").then((file) => ({ default: file.OpenDialog })));

/** Its code is loaded when the first dialog opens. */
export function Dialog({ isOpen, ...props }: DialogProps & { isOpen: boolean }) {
  return (
    isOpen && (
      <Suspense>
        <OpenDialog {...props} />
      </Suspense>
    )
  );
}

/** The last row of every dialog: at the bottom right, the primary action last. */
export function DialogActions({ children }: { children: ReactNode }) {
  return <div className="flex flex-wrap justify-end gap-2 pt-2">{children}</div>;
}
