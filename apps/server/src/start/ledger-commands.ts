import { type Command, InvalidArgumentError } from "commander";
import {
  detachLedgerMonth,
  exportLedgerMonth,
  type LedgerMonth,
  listLedgerMonths,
  restoreLedgerMonth,
  sealLedgerMonths,
  verifyLedger,
  verifyWholeLedger,
} from "../features/credits/index.ts";
import { uninterrupted } from "../platform/database/clean-up-round.ts";
import { printAnswer } from "./parse-arguments.ts";
import { withDatabase } from "./with-database.ts";

interface JsonOption {
  json?: boolean;
}

interface MonthOptions extends JsonOption {
  month: string;
  file?: string;
}

function parseMonth(text: string): string {
  if (!/^\d{4}-(0[1-9]|1[0-2])$/.test(text))
    throw new InvalidArgumentError("must be a month such as 2026-01");
  return text;
}

function describeMonth({ month, state, entries, verifiedAt, fileSha256 }: LedgerMonth): string {
  const size = entries === null ? "" : `  ${entries} entries`;
  const check = verifiedAt ? `, read again ${verifiedAt.toISOString()}` : "";
  return `${month}  ${state}${size}${check}${fileSha256 ? `, exported with SHA-256 ${fileSha256}` : ""}`;
}

const monthCommands = [
  {
    name: "export",
    run: exportLedgerMonth,
    done: "is exported to",
    description: "write the entries of a sealed month to a CSV file, and record its SHA-256",
  },
  {
    name: "detach",
    run: detachLedgerMonth,
    done: "is detached; its entries are now only in",
    description: "export a sealed month and remove its entries from the database; its sums stay",
  },
  {
    name: "restore",
    run: restoreLedgerMonth,
    done: "is restored from",
    description: "put a detached month back from its file, after checking it against the seal",
  },
];

/** Adds `mintwright admin ledger`: checking the ledger, and archiving months that are over. */
export function addLedgerCommands(admin: Command): void {
  const ledger = admin.command("ledger").description("check the ledger, and archive months that are over");
  ledger
    .command("verify")
    .description("check that granted = balance + held + spent for every account, against its ledger")
    .option("--full", "read every entry of sealed months again, instead of their sums")
    .option("--json", "print JSON")
    .action((options: JsonOption & { full?: boolean }) =>
      withDatabase(async (database) => {
        const { accounts, mismatches } = await (options.full ? verifyWholeLedger : verifyLedger)(database);
        const text =
          mismatches.length === 0
            ? `The ledger adds up for all ${accounts} accounts.`
            : mismatches.map(({ accountId, problem }) => `${accountId}: ${problem}`).join("\n");
        printAnswer({ accounts, mismatches }, text, options);
        if (mismatches.length > 0) process.exitCode = 1;
      }),
    );
  ledger
    .command("months")
    .description("list the months of the ledger: open, sealed or detached")
    .option("--json", "print JSON")
    .action((options: JsonOption) =>
      withDatabase(async (database) => {
        const months = await listLedgerMonths(database);
        printAnswer(months, months.map(describeMonth).join("\n"), options);
      }),
    );
  ledger
    .command("seal")
    .description("seal the months that ended more than a day ago now; the worker does it every hour")
    .option("--json", "print JSON")
    .action((options: JsonOption) =>
      withDatabase(async (database) => {
        const sealed = await sealLedgerMonths(database, uninterrupted);
        printAnswer(
          sealed,
          sealed.length > 0 ? `Sealed ${sealed.join(", ")}.` : "No month to seal.",
          options,
        );
      }),
    );
  for (const { name, run, done, description } of monthCommands) {
    ledger
      .command(name)
      .description(description)
      .requiredOption("--month <month>", "the month, such as 2026-01", parseMonth)
      .option("--file <path>", "the CSV file; ledger-MONTH.csv unless given")
      .option("--json", "print JSON")
      .action(({ month, file = `ledger-${month}.csv`, ...options }: MonthOptions) =>
        withDatabase(async (database, { databaseUrl }) => {
          const result = await run(database, databaseUrl, { month, file });
          const text = `${month} ${done} ${file}: ${result.entries} entries, SHA-256 ${result.sha256}.`;
          printAnswer({ month, file, ...result }, text, options);
        }),
      );
  }
}
