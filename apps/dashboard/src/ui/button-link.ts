/** How a link looks that is an action: like a button. */
export const buttonLink = {
  main: "inline-flex min-h-9 items-center justify-center rounded-md bg-accent px-3 font-medium text-on-accent hover:bg-accent-strong",
  quiet:
    "inline-flex min-h-9 items-center justify-center rounded-md border border-line bg-surface px-3 font-medium text-ink hover:bg-sunken",
};
