import type { Command } from "commander";
import { AppError } from "../platform/errors.ts";
import { parseEmail, printAnswer } from "./parse-arguments.ts";
import { withDatabase } from "./with-database.ts";

export function addUserCommands(admin: Command): void {
  const user = admin.command("user").description("help dashboard users who cannot sign in");
  user
    .command("remove-second-factor")
    .description("turn two-factor authentication off for a user who lost the device and the backup codes")
    .requiredOption("--user <email>", "the email address that the user signs in with", parseEmail)
    .option("--json", "print JSON")
    .addHelpText(
      "after",
      `
Make sure that the request comes from the user: afterwards, the password alone signs in. The audit log of each of the user's
organisations gets an entry.

Example:
  mintwright admin user remove-second-factor --user you@example.com`,
    )
    .action((options: { user: string; json?: boolean }) =>
      withDatabase(async (database) => {
        const { removeSecondFactor } = await import("../features/operator/index.ts");
        const removed = await removeSecondFactor(database, options.user);
        if (!removed)
          throw new AppError("not_found", `No user ${options.user} has two-factor authentication turned on.`);
        printAnswer(
          removed,
          `Two-factor authentication is off for ${removed.email}. The user can sign in with the password and turn it on again.`,
          options,
        );
      }),
    );
}
