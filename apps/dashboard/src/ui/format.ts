const credits = new Intl.NumberFormat("en", { maximumFractionDigits: 2 });
const moment = new Intl.DateTimeFormat("en", { dateStyle: "medium", timeStyle: "short" });
const day = new Intl.DateTimeFormat("en", { dateStyle: "medium" });

export const formatCredits = (amount: number) => credits.format(amount);

/** Formats money given in the currency's smallest unit. */
export function formatMoney(amount: number, currency: string): string {
  const money = new Intl.NumberFormat("en", { style: "currency", currency });
  return money.format(amount / 10 ** (money.resolvedOptions().maximumFractionDigits ?? 2));
}

/** Formats a date and time in the user's time zone. */
export const formatMoment = (text: string) => moment.format(new Date(text));

export const formatDay = (text: string) => day.format(new Date(text));

/** Formats an operation ID as words: generateImage becomes Generate image. */
export function formatOperation(id: string): string {
  const words = id.replaceAll(/([a-z])([A-Z])/g, "$1 $2").toLowerCase();
  return words.charAt(0).toUpperCase() + words.slice(1);
}

/** Names the browser and operating system of a User-Agent header. */
export function formatUserAgent(text: string | null): string {
  const browser = ["Edg", "OPR", "Firefox", "Chrome", "Safari"].find((name) => text?.includes(`${name}/`));
  const system = /(Windows|Android|iPhone|iPad|Mac OS X|Linux)/.exec(text ?? "")?.[1];
  const names: Record<string, string> = { Edg: "Edge", OPR: "Opera", "Mac OS X": "macOS" };
  const known = [browser, system].flatMap((name) => (name ? [names[name] ?? name] : []));
  return known.length > 0 ? known.join(" on ") : (text ?? "Unknown browser");
}

const dayInMs = 86_400_000;

/** Lists the days from `from` to `to`, inclusive. */
export function listDays(from: string, to: string): string[] {
  const days: string[] = [];
  for (let moment = Date.parse(from); moment <= Date.parse(to); moment += dayInMs) {
    days.push(new Date(moment).toISOString().slice(0, 10));
  }
  return days;
}

const agoSteps = [
  [60, "second"],
  [60, "minute"],
  [24, "hour"],
  [7, "day"],
] as const;
const relative = new Intl.RelativeTimeFormat("en", { numeric: "auto" });

/** Formats how long ago a time was; after a week, as its date. */
export function formatAgo(text: string | null, now = Date.now()): string {
  if (text === null) return "never";
  let amount = (new Date(text).getTime() - now) / 1000;
  for (const [length, unit] of agoSteps) {
    if (Math.abs(amount) < length) return relative.format(Math.round(amount), unit);
    amount /= length;
  }
  return formatDay(text);
}

/** Formats a duration: 250 ms, 1.4 s, 12 min, 3 h. */
export function formatDuration(seconds: number): string {
  if (seconds < 1) return `${Math.round(seconds * 1000)} ms`;
  if (seconds < 10) return `${seconds.toFixed(1)} s`;
  if (seconds < 90) return `${Math.round(seconds)} s`;
  if (seconds < 5_400) return `${Math.round(seconds / 60)} min`;
  return seconds < 172_800 ? `${Math.round(seconds / 3_600)} h` : `${Math.round(seconds / 86_400)} days`;
}

/** Formats a count with the singular or plural of its noun. */
export function formatCount(count: number, one: string, many = `${one}s`): string {
  return `${count.toLocaleString("en")} ${count === 1 ? one : many}`;
}
