import { Ellipsis } from "lucide-react";
import { lazy, Suspense, useState } from "react";
import type { MenuAction } from "./openable-menu.tsx";

const OpenableMenu = lazy(() =>
  import("./openable-menu.tsx").then((file) => ({ default: file.OpenableMenu })),
);

/** A button that opens a list of actions. The code of the list is loaded by the first click. */
export function Menu({
  text,
  label,
  actions,
}: {
  /** What the button shows. Without it, three dots. */
  text?: string;
  label: string;
  actions: readonly MenuAction[];
}) {
  const [isWanted, setWanted] = useState(false);
  const button = (
    <button
      type="button"
      aria-label={label}
      aria-haspopup="menu"
      aria-expanded={false}
      onClick={() => setWanted(true)}
      className={`flex min-h-9 items-center justify-center rounded-md border border-edge bg-surface font-medium hover:bg-sunken ${text ? "px-3" : "size-9"}`}
    >
      {text ?? <Ellipsis size={18} aria-hidden="true" />}
    </button>
  );
  if (!isWanted) return button;
  return (
    <Suspense fallback={button}>
      <OpenableMenu button={button} actions={actions} />
    </Suspense>
  );
}
