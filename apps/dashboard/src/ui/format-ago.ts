const steps = [
  [60, "second"],
  [60, "minute"],
  [24, "hour"],
  [7, "day"],
] as const;
const relative = new Intl.RelativeTimeFormat("en", { numeric: "auto" });
const day = new Intl.DateTimeFormat("en", { dateStyle: "medium" });

/** Writes how long ago a moment was; what is older than a week is written as its day. */
export function formatAgo(text: string, now = Date.now()): string {
  let amount = (new Date(text).getTime() - now) / 1000;
  for (const [length, unit] of steps) {
    if (Math.abs(amount) < length) return relative.format(Math.round(amount), unit);
    amount /= length;
  }
  return day.format(new Date(text));
}
