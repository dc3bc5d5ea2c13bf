import { toCredits } from "@mintwright/api-contract";
import type { Command } from "commander";
import { createVoucher } from "../features/credits/index.ts";
import { parseGrant, parseMoment, printAnswer } from "./parse-arguments.ts";
import { withDatabase } from "./with-database.ts";

export function addVoucherCommands(admin: Command): void {
  const voucher = admin.command("voucher").description("create codes that users redeem for credits");
  voucher
    .command("create")
    .description("create a single-use code for the dashboard; the code is shown once")
    .requiredOption("--credits <amount>", "credits that the code adds", parseGrant)
    .option("--note <text>", "why, for the ledger", "from the operator")
    .option("--expires <date>", "when the code stops working", parseMoment)
    .option("--json", "print JSON")
    .addHelpText("after", "\nExample:\n  mintwright admin voucher create --credits 50 --note welcome")
    .action((options: { credits: number; note: string; expires?: Date; json?: boolean }) =>
      withDatabase(async (database) => {
        const expiresAt = options.expires ?? null;
        const code = await createVoucher(database, {
          amount: options.credits,
          note: options.note,
          expiresAt,
          createdBy: "command line",
        });
        const credits = toCredits(options.credits);
        printAnswer(
          { code, credits, expiresAt: expiresAt?.toISOString() ?? null },
          `${code} adds ${credits} credits, once. Copy it now: it is not shown again.`,
          options,
        );
      }),
    );
}
