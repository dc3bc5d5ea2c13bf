const credits = new Intl.NumberFormat("en", { maximumFractionDigits: 2 });
const moment = new Intl.DateTimeFormat("en", { dateStyle: "medium", timeStyle: "short" });
const day = new Intl.DateTimeFormat("en", { dateStyle: "medium" });

/** Writes an amount of credits. */
export const formatCredits = (amount: number) => credits.format(amount);

/** Writes an amount of money that is counted in the currency's smallest unit. */
export function formatMoney(amount: number, currency: string): string {
  const money = new Intl.NumberFormat("en", { style: "currency", currency });
  return money.format(amount / 10 ** (money.resolvedOptions().maximumFractionDigits ?? 2));
}

/** Writes a moment in the reader's own time. */
export const formatMoment = (text: string) => moment.format(new Date(text));

/** Writes a day. */
export const formatDay = (text: string) => day.format(new Date(text));

/** Writes the id of an operation as words: generateImage becomes Generate image. */
export function formatOperation(id: string): string {
  const words = id.replaceAll(/([a-z])([A-Z])/g, "$1 $2").toLowerCase();
  return words.charAt(0).toUpperCase() + words.slice(1);
}

/** Names the browser and the system of a User-Agent, which says everything but that plainly. */
export function formatUserAgent(text: string | null): string {
  const browser = ["Edg", "OPR", "Firefox", "Chrome", "Safari"].find((name) => text?.includes(`${name}/`));
  const system = /(Windows|Android|iPhone|iPad|Mac OS X|Linux)/.exec(text ?? "")?.[1];
  const names: Record<string, string> = { Edg: "Edge", OPR: "Opera", "Mac OS X": "macOS" };
  const known = [browser, system].flatMap((name) => (name ? [names[name] ?? name] : []));
  return known.length > 0 ? known.join(" on ") : (text ?? "Unknown browser");
}

const dayInMs = 86_400_000;

/** Lists the days from one to another, both included. */
export function listDays(from: string, to: string): string[] {
  const days: string[] = [];
  for (let moment = Date.parse(from); moment <= Date.parse(to); moment += dayInMs) {
    days.push(new Date(moment).toISOString().slice(0, 10));
  }
  return days;
}
