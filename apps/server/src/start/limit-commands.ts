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
  if (Number.isNaN(limit)) throw new InvalidArgumentError("A limit is a whole number, or default.");
  return limit;
}

function parseCount(text: string): GivenLimit {
  const limit = parseLimit(text);
  if (limit !== "default" && limit > 1_000_000_000) {
    throw new InvalidArgumentError("A limit is at most 1000000000, or default.");
  }
  return limit;
}

function parseRate(text: string): GivenLimit {
  const limit = parseCount(text);
  if (limit === 0)
    throw new InvalidArgumentError("A rate is at least 1. Revoke the keys of an account to stop it.");
  return limit;
}

/** Adds the command with which an operator sees and changes what an account may use. */
export function addLimitCommands(account: Command): void {
  account
    .command("limits")
    .description("show what an account may use, or change it")
    .argument("<account>", "the account's id or email")
    .option("--rate <per-minute>", "requests a minute over all keys", parseRate)
    .option("--keys <count>", "API keys", parseCount)
    .option("--streams <count>", "event streams that are open at once", parseCount)
    .option("--stored-bytes <bytes>", "bytes of images in the storage", parseLimit)
    .option("--pages <count>", "project sites that are read at once", parseCount)
    .option("--heavy <count>", "exports and token descriptions at once", parseCount)
    .option("--json", "print JSON")
    .addHelpText(
      "after",
      `
A limit of default returns to what mintwright.yaml says for every account (limits.account). Limits hold from the next request on.

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
