import type { AccountLimits } from "@mintwright/api-contract";
import { type Command, InvalidArgumentError } from "commander";
import { getAccountId } from "../features/accounts/index.ts";
import { findOwnLimits, getLimits, limitNames, putOwnLimits } from "../features/limits/index.ts";
import { printAnswer } from "./parse-arguments.ts";
import { withDatabase } from "./with-database.ts";

type GivenLimit = number | "default";
type GivenLimits = Partial<Record<keyof AccountLimits, GivenLimit>>;

interface LimitOptions {
  rate?: GivenLimit;
  keys?: GivenLimit;
  streams?: GivenLimit;
  storedBytes?: GivenLimit;
  pages?: GivenLimit;
  heavy?: GivenLimit;
  json?: boolean;
}

function parseLimit(text: string): GivenLimit {
  if (text === "default") return text;
  const limit = /^\d{1,15}$/.test(text) ? Number(text) : Number.NaN;
  if (Number.isNaN(limit)) throw new InvalidArgumentError("Enter a whole number, or default.");
  return limit;
}

function parseCount(text: string): GivenLimit {
  const limit = parseLimit(text);
  if (limit !== "default" && limit > 1_000_000_000) {
    throw new InvalidArgumentError("Enter at most 1000000000, or default.");
  }
  return limit;
}

function parseRate(text: string): GivenLimit {
  const limit = parseCount(text);
  if (limit === 0) throw new InvalidArgumentError("Enter at least 1. To stop an account, revoke its keys.");
  return limit;
}

export function addLimitCommands(account: Command): void {
  account
    .command("limits")
    .description("show or change an account's limits")
    .argument("<account>", "the account's id or email")
    .option("--rate <per-minute>", "requests per minute, all keys together", parseRate)
    .option("--keys <count>", "number of API keys", parseCount)
    .option("--streams <count>", "event streams open at once", parseCount)
    .option("--stored-bytes <bytes>", "bytes of images in storage", parseLimit)
    .option("--pages <count>", "project sites read at once", parseCount)
    .option("--heavy <count>", "exports and token descriptions running at once", parseCount)
    .option("--json", "print JSON")
    .addHelpText(
      "after",
      `
The value default restores the limit that mintwright.yaml sets for every account (limits.account). Changes apply from the next request.

Example:
  mintwright admin account limits you@example.com --rate 60000 --keys default`,
    )
    .action((name: string, { json, rate, heavy, ...options }: LimitOptions) =>
      withDatabase(async (database) => {
        const accountId = await getAccountId(database, name);
        const given: GivenLimits = { ...options, ratePerMinute: rate, heavyOperations: heavy } as GivenLimits;
        const changes: Partial<AccountLimits> = {};
        for (const limit of limitNames) {
          const value = given[limit];
          if (value !== undefined) changes[limit] = value === "default" ? null : value;
        }
        if (Object.keys(changes).length > 0) await putOwnLimits(database, accountId, changes);
        const limits = await getLimits(database, accountId);
        const own = await findOwnLimits(database, accountId);
        const lines = limitNames.map((limit) => {
          const source = own?.[limit] == null ? "every account" : "this account";
          return `${limit}: ${limits[limit] ?? "no limit"} (${source})`;
        });
        printAnswer({ accountId, limits, own: own ?? null }, lines.join("\n"), json ? { json } : {});
      }),
    );
}
