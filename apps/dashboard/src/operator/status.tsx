import type { ReactNode } from "react";

const looks = { well: "bg-blue", warning: "bg-amber", bad: "bg-red", quiet: "bg-line" };

/** A dot and a word: never colour alone. */
export function Status({ state, children }: { state: keyof typeof looks; children: ReactNode }) {
  return (
    <span className="inline-flex items-center gap-2 whitespace-nowrap">
      <span aria-hidden="true" className={`size-2 shrink-0 rounded-full ${looks[state]}`} />
      {children}
    </span>
  );
}
