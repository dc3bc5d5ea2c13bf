import { lazy, Suspense } from "react";
import type { CodeEditorProps } from "./code-editor.tsx";

const Editor = lazy(() => import("./code-editor.tsx").then(({ CodeEditor }) => ({ default: CodeEditor })));

/** Loads the code editor when it is first shown, with a skeleton until then. */
export function LazyCodeEditor(props: CodeEditorProps) {
  return (
    <Suspense fallback={<Waiting label={props.label} />}>
      <Editor {...props} />
    </Suspense>
  );
}

function Waiting({ label }: { label: string }) {
  return (
    <div role="status" className="flex flex-col gap-2 p-4">
      <span className="sr-only">Loading {label}</span>
      {["w-1/3", "w-2/3", "w-1/2", "w-3/5", "w-1/4"].map((width) => (
        <div key={width} className={`h-3 animate-pulse rounded bg-line ${width}`} />
      ))}
    </div>
  );
}
