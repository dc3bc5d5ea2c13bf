/** Lets through only a path of this dashboard: an address of another site would make sign-in a springboard. */
export function toInnerPath(value: unknown): string | undefined {
  if (typeof value !== "string" || !/^\/(?![/\\])/.test(value)) return undefined;
  const { origin, pathname, search } = new URL(value, "https://inner.invalid");
  return origin === "https://inner.invalid" ? pathname + search : undefined;
}
