import type { ButtonHTMLAttributes } from "react";

const looks = {
  main: "bg-accent text-on-accent hover:bg-accent-strong border-transparent",
  quiet: "bg-surface text-ink border-edge hover:bg-sunken",
  danger: "bg-surface text-red border-edge hover:bg-red-soft",
};

/** Use `main` for the one primary action of a page. */
export function Button({
  look = "quiet",
  isBusy = false,
  className = "",
  children,
  ...rest
}: ButtonHTMLAttributes<HTMLButtonElement> & { look?: keyof typeof looks; isBusy?: boolean }) {
  return (
    <button
      type="button"
      {...rest}
      disabled={rest.disabled || isBusy}
      aria-busy={isBusy}
      className={`inline-flex min-h-9 items-center justify-center gap-2 rounded-md border px-3 font-medium transition-colors duration-150 disabled:cursor-not-allowed disabled:opacity-60 ${looks[look]} ${className}`}
    >
      {children}
    </button>
  );
}

/** Class names for links that look like buttons. */
export const buttonLink = {
  main: "inline-flex min-h-9 items-center justify-center rounded-md bg-accent px-3 font-medium text-on-accent hover:bg-accent-strong",
  quiet:
    "inline-flex min-h-9 items-center justify-center rounded-md border border-edge bg-surface px-3 font-medium text-ink hover:bg-sunken",
};
