import { randomUUID } from "node:crypto";
import { protocolLimits, toCredits } from "@mintwright/api-contract";
import type { Command } from "commander";
import { createAccount, getAccountId } from "../features/accounts/index.ts";
import { grantOnce } from "../features/credits/index.ts";
import {
  type CreatedKey,
  createApiKey,
  listKeys,
  replaceApiKey,
  revokeApiKey,
  type StoredKey,
} from "../features/keys/index.ts";
import { addContractCommands } from "./contract-commands.ts";
import { addImageCommands } from "./image-commands.ts";
import { addLedgerCommands } from "./ledger-commands.ts";
import { addLimitCommands } from "./limit-commands.ts";
import { addNewsCommands } from "./news-commands.ts";
import { addOperatorCommands } from "./operator-commands.ts";
import {
  parseCredits,
  parseEmail,
  parseGrant,
  parseMoment,
  parseRate,
  printAnswer,
} from "./parse-arguments.ts";
import { addReconcileCommand } from "./reconcile-command.ts";
import { addUserCommands } from "./user-commands.ts";
import { addVoucherCommands } from "./voucher-commands.ts";
import { withDatabase } from "./with-database.ts";

interface JsonOption {
  json?: boolean;
}

function addAccountCommands(admin: Command): void {
  const account = admin.command("account").description("create accounts, grant credits and set limits");
  account
    .command("create")
    .description("create an account, with credits to start with")
    .requiredOption("--email <email>", "the owner's email", parseEmail)
    .option("--credits <amount>", "credits to start with, such as 50 or 4.75", parseCredits, 0)
    .option("--json", "print JSON")
    .addHelpText(
      "after",
      "\nExample:\n  mintwright admin account create --email you@example.com --credits 100",
    )
    .action((options: { email: string; credits: number } & JsonOption) =>
      withDatabase(async (database) => {
        const accountId = await createAccount(database, options.email, options.credits);
        printAnswer(
          { accountId },
          `Account ${accountId} has ${toCredits(options.credits)} credits.`,
          options,
        );
      }),
    );
  addLimitCommands(account);
  account
    .command("grant")
    .description("add credits to an account")
    .requiredOption("--account <account>", "the account's id or email")
    .requiredOption("--credits <amount>", "credits to add", parseGrant)
    .option("--note <text>", "why, for the ledger", "granted by the operator")
    .option("--json", "print JSON")
    .addHelpText(
      "after",
      "\nExample:\n  mintwright admin account grant --account you@example.com --credits 25",
    )
    .action((options: { account: string; credits: number; note: string } & JsonOption) =>
      withDatabase(async (database) => {
        const accountId = await getAccountId(database, options.account);
        const { credits: amount, note } = options;
        const grant = { accountId, grantId: randomUUID(), amount, note, grantedBy: "command line" };
        const balance = toCredits((await grantOnce(database, grant))?.balance ?? 0);
        printAnswer({ accountId, balance }, `Account ${accountId} now has ${balance} credits.`, options);
      }),
    );
}

function printKey(created: CreatedKey, options: JsonOption): void {
  printAnswer(created, `Key ${created.id}. Copy it now: it is not shown again.\n${created.key}`, options);
}

function describeKey(key: StoredKey): string {
  const rate = key.ratePerMinute === null ? "the account's rate" : `${key.ratePerMinute} a minute`;
  const use = key.lastUsedAt ? `last used ${key.lastUsedAt.toISOString()}` : "never used";
  return `${key.keyId}  ${key.shownPrefix}…  ${key.state}  ${key.name}  (${rate}, ${use})`;
}

function addKeyCommands(admin: Command): void {
  const key = admin.command("key").description("create, list, revoke and replace API keys");
  key
    .command("create")
    .description("create a key for an account; the key is shown once")
    .requiredOption("--account <account>", "the account's id or email")
    .requiredOption("--name <name>", "what the key is for")
    .option(
      "--rate <per-minute>",
      "requests per minute, or none to apply only the account's limit",
      parseRate,
      protocolLimits.defaultRequestsPerMinute,
    )
    .option("--expires <date>", "when the key stops working", parseMoment)
    .option("--json", "print JSON")
    .addHelpText(
      "after",
      '\nExample:\n  mintwright admin key create --account you@example.com --name "my first key"',
    )
    .action(
      (options: { account: string; name: string; rate: number | "none"; expires?: Date } & JsonOption) =>
        withDatabase(async (database, { cell }) => {
          const accountId = await getAccountId(database, options.account);
          const settings = {
            name: options.name,
            ratePerMinute: options.rate === "none" ? null : options.rate,
            expiresAt: options.expires ?? null,
          };
          printKey(await createApiKey(database, cell, accountId, settings), options);
        }),
    );
  key
    .command("list")
    .description("list an account's keys, without their secrets")
    .requiredOption("--account <account>", "the account's id or email")
    .option("--json", "print JSON")
    .action((options: { account: string } & JsonOption) =>
      withDatabase(async (database) => {
        const keys = await listKeys(database, await getAccountId(database, options.account));
        printAnswer(keys, keys.map(describeKey).join("\n") || "No keys yet.", options);
      }),
    );
  key
    .command("revoke")
    .description("revoke a key permanently; requests with it fail at once")
    .requiredOption("--account <account>", "the account's id or email")
    .requiredOption("--key <key-id>", "the key's id, as `key list` shows it")
    .option("--json", "print JSON")
    .action((options: { account: string; key: string } & JsonOption) =>
      withDatabase(async (database) => {
        await revokeApiKey(database, await getAccountId(database, options.account), options.key);
        printAnswer({ id: options.key, state: "revoked" }, `Key ${options.key} is revoked.`, options);
      }),
    );
  key
    .command("replace")
    .description("issue a new secret for a key; its name, rate, saved context and history stay")
    .requiredOption("--account <account>", "the account's id or email")
    .requiredOption("--key <key-id>", "the key's id, as `key list` shows it")
    .option("--json", "print JSON")
    .action((options: { account: string; key: string } & JsonOption) =>
      withDatabase(async (database, { cell }) => {
        const accountId = await getAccountId(database, options.account);
        printKey(await replaceApiKey(database, cell, accountId, options.key), options);
      }),
    );
}

export function addAdminCommands(program: Command): void {
  const admin = program.command("admin").description("manage accounts, keys and the ledger");
  addAccountCommands(admin);
  addKeyCommands(admin);
  addOperatorCommands(admin);
  addUserCommands(admin);
  addVoucherCommands(admin);
  addLedgerCommands(admin);
  addNewsCommands(admin);
  addImageCommands(admin);
  addContractCommands(admin);
  addReconcileCommand(admin);
}
