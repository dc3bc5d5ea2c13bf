import { fromCredits } from "@mintwright/api-contract";
import { InvalidArgumentError } from "commander";

/** Parses an amount of at least 0 credits. Returns hundredths of a credit. */
export function parseCredits(text: string): number {
  const amount = fromCreditsText(text);
  if (amount === undefined || amount < 0)
    throw new InvalidArgumentError("Enter a number with at most two decimals, such as 50 or 4.75.");
  return amount;
}

/** Parses an amount above 0 credits. Returns hundredths of a credit. */
export function parseGrant(text: string): number {
  const amount = parseCredits(text);
  if (amount === 0) throw new InvalidArgumentError("Grant more than 0 credits.");
  return amount;
}

function fromCreditsText(text: string): number | undefined {
  return /^\d{1,12}(\.\d{1,2})?$/.test(text) ? fromCredits(Number(text)) : undefined;
}

export function parseEmail(text: string): string {
  if (!/^[^\s@]+@[^\s@]+$/.test(text))
    throw new InvalidArgumentError("Enter an email address such as owner@example.com.");
  return text;
}

/** Parses a rate. "none" and not null for no limit: commander treats null as a missing value and passes an empty string. */
export function parseRate(text: string): number | "none" {
  if (text === "none" || text === "0") return "none";
  const rate = Number(text);
  if (!Number.isInteger(rate) || rate < 1 || rate > 1_000_000_000) {
    throw new InvalidArgumentError("Enter a whole number of requests per minute, or none.");
  }
  return rate;
}

export function parseMoment(text: string): Date {
  const moment = new Date(text);
  if (Number.isNaN(moment.getTime()))
    throw new InvalidArgumentError("Enter a date such as 2027-01-31 or 2027-01-31T12:00:00Z.");
  return moment;
}

export function printAnswer(answer: unknown, text: string, { json }: { json?: boolean | undefined }): void {
  process.stdout.write(`${json ? JSON.stringify(answer) : text}\n`);
}
