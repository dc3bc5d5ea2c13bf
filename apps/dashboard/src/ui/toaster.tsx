import { lazy, Suspense, useSyncExternalStore } from "react";
import { toastStore } from "./toast.ts";

const ToastList = lazy(() => import("./toast-list.tsx").then((file) => ({ default: file.ToastList })));

/** Shows toasts. Its code is loaded with the first one. */
export function Toaster() {
  const toasts = useSyncExternalStore(toastStore.subscribe, toastStore.read);
  if (toasts.length === 0) return null;
  return (
    <Suspense>
      <ToastList toasts={toasts} />
    </Suspense>
  );
}
