import type { ReactNode } from "react";

/** Something wide or long that scrolls inside its own frame, with a mouse and with the keyboard. */
export function Scroller({
  label,
  className = "",
  children,
}: {
  label: string;
  className?: string;
  children: ReactNode;
}) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reached without a mouse
    <section aria-label={label} tabIndex={0} className={`overflow-auto ${className}`}>
      {children}
    </section>
  );
}
