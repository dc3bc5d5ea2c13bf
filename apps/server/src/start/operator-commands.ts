import type { Command } from "commander";
import type { Database } from "../platform/database/database.ts";
import { AppError } from "../platform/errors.ts";
import { printAnswer } from "./parse-arguments.ts";
import { withDatabase } from "./with-database.ts";

interface JsonOption {
  json?: boolean;
}

async function change(database: Database, user: string, isOperator: boolean) {
  const { setOperator } = await import("../features/operator/index.ts");
  const changed = await setOperator(database, user, isOperator);
  if (changed) return changed;
  throw new AppError(
    "not_found",
    `No user has signed up as ${user}. Sign up at /dashboard, confirm the email address, then run this again.`,
  );
}

export function addOperatorCommands(admin: Command): void {
  const operator = admin.command("operator").description("manage who may use the admin console");
  operator
    .command("add")
    .description("give a dashboard user the operator role, from the next request on")
    .requiredOption("--user <user>", "the email address or wallet that the user signs in with")
    .option("--json", "print JSON")
    .addHelpText("after", "\nExample:\n  mintwright admin operator add --user you@example.com")
    .action((options: { user: string } & JsonOption) =>
      withDatabase(async (database) => {
        const added = await change(database, options.user, true);
        printAnswer(
          added,
          `${options.user} is an operator. The admin console is at /dashboard/operator.`,
          options,
        );
      }),
    );
  operator
    .command("remove")
    .description("remove the operator role from a user, from the next request on")
    .requiredOption("--user <user>", "the email address or wallet that the user signs in with")
    .option("--json", "print JSON")
    .action((options: { user: string } & JsonOption) =>
      withDatabase(async (database) => {
        const removed = await change(database, options.user, false);
        printAnswer(removed, `${options.user} is no longer an operator.`, options);
      }),
    );
  operator
    .command("list")
    .description("list the operators")
    .option("--json", "print JSON")
    .action((options: JsonOption) =>
      withDatabase(async (database) => {
        const { listOperators } = await import("../features/operator/index.ts");
        const operators = await listOperators(database);
        const none = "No operators yet. Add one with `mintwright admin operator add`.";
        printAnswer(operators, operators.map(({ email }) => email).join("\n") || none, options);
      }),
    );
}
