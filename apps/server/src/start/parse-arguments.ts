import { fromCredits } from "@mintwright/api-contract";
import { InvalidArgumentError } from "commander";

/** Reads an amount of credits from 0 on, in 1/100 credits. */
export function parseCredits(text: string): number {
  const amount = fromCreditsText(text);
  if (amount === undefined || amount < 0)
    throw new InvalidArgumentError("Credits are a number with at most two decimals, such as 50 or 4.75.");
  return amount;
}

/** Reads an amount of credits above 0, in 1/100 credits. */
export function parseGrant(text: string): number {
  const amount = parseCredits(text);
  if (amount === 0) throw new InvalidArgumentError("Grant more than 0 credits.");
  return amount;
}

function fromCreditsText(text: string): number | undefined {
  return /^\d{1,12}(\.\d{1,2})?$/.test(text) ? fromCredits(Number(text)) : undefined;
}

/** Reads an email. */
export function parseEmail(text: string): string {
  if (!/^[^\s@]+@[^\s@]+$/.test(text))
    throw new InvalidArgumentError("An email looks like owner@example.com.");
  return text;
}

/** Reads a rate. Not null for no limit: commander takes null for a missing value and puts an empty text in its place. */
export function parseRate(text: string): number | "none" {
  if (text === "none" || text === "0") return "none";
  const rate = Number(text);
  if (!Number.isInteger(rate) || rate < 1 || rate > 1_000_000_000) {
    throw new InvalidArgumentError("A rate is a whole number of requests a minute, or none.");
  }
  return rate;
}

/** Reads a date or a moment. */
export function parseMoment(text: string): Date {
  const moment = new Date(text);
  if (Number.isNaN(moment.getTime()))
    throw new InvalidArgumentError("A date looks like 2027-01-31 or 2027-01-31T12:00:00Z.");
  return moment;
}

/** Prints an answer: as JSON for programs, or in words for people. */
export function printAnswer(answer: unknown, words: string, { json }: { json?: boolean | undefined }): void {
  process.stdout.write(`${json ? JSON.stringify(answer) : words}\n`);
}
