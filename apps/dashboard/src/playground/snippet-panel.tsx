import { lazy, Suspense, useState } from "react";
import { LoadingRows } from "../ui/states.tsx";
import type { ShownCall } from "./code-snippets.ts";

const Snippet = lazy(() => import("./snippet.tsx").then((file) => ({ default: file.Snippet })));

/** Shows the current request of a tool as runnable code. */
export function SnippetPanel({ call }: { call: ShownCall }) {
  const [isOpen, setOpen] = useState(false);
  return (
    <details
      className="rounded-md border border-line bg-surface"
      onToggle={(event) => setOpen(event.currentTarget.open)}
    >
      <summary className="cursor-pointer px-4 py-3 font-medium">Show code: curl, TypeScript, Python</summary>
      {isOpen && (
        <Suspense fallback={<LoadingRows />}>
          <Snippet call={call} />
        </Suspense>
      )}
    </details>
  );
}
