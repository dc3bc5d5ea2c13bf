import { Command } from "commander";
import { stringify } from "yaml";
import { version } from "../composition/version.ts";
import { ConfigError, describeConfig, readConfig } from "../config/index.ts";
import { migrateDatabase } from "../platform/database/migrations.ts";
import { AppError } from "../platform/errors.ts";
import { createLogger } from "../platform/logging.ts";
import { addAdminCommands } from "./admin-commands.ts";
import { printAnswer } from "./parse-arguments.ts";
import { addSandboxCommand } from "./sandbox-command.ts";
import { withDatabase } from "./with-database.ts";

// Commands load what they need when they run: a server's code costs a second that `admin` need not pay.

const environmentHelp = `
Environment:
  DATABASE_URL        PostgreSQL, for example postgres://user:password@localhost:5432/mintwright (required)
  PORT                where the API listens (8080)
  METRICS_HOST        which address serves metrics, without authentication (127.0.0.1)
  METRICS_PORT        where Prometheus finds metrics (9464 for the api, 9465 for the worker)
  PUBLIC_URL          how the API is reached from outside, for example https://api.example.com
  DASHBOARD_SECRET    32 or more random characters: with PUBLIC_URL, serves the dashboard at /dashboard
  CORS_ORIGINS        origins whose pages may call the API, by commas, or *; none unless set
  SMTP_URL, MAIL_FROM how letters are sent; with none, the API prints them
  MINTWRIGHT_CONFIG   path of mintwright.yaml; with none, the built-in engines serve every model

Without any of it, to try the API or to test against it:
  mintwright sandbox

First steps:
  mintwright migrate
  mintwright admin account create --email you@example.com --credits 100
  mintwright admin key create --account you@example.com --name first
  mintwright api          and, in another terminal: mintwright worker
  mintwright doctor       whenever something does not work`;

const program = new Command("mintwright")
  .description("Self-hosted Web3 AI platform: one HTTP API, one key, one exact credit ledger.")
  .version(version)
  .addHelpText("after", environmentHelp);

program
  .command("api")
  .description("serve the HTTP API")
  .action(async () => {
    const { startApi } = await import("./api.ts");
    await startApi(readConfig(process.env));
  });

program
  .command("worker")
  .description("run jobs: release what crashed processes held, prepare partitions, forget what expired")
  .action(async () => {
    const { startWorker } = await import("./worker.ts");
    await startWorker(readConfig(process.env));
  });

program
  .command("migrate")
  .description("bring the database up to date; safe to run many times and from many places at once")
  .option("--json", "print JSON")
  .action(async (options: { json?: boolean }) => {
    const { databaseUrl, logLevel } = readConfig(process.env);
    const applied = await migrateDatabase(databaseUrl, { logger: createLogger(logLevel) });
    printAnswer(
      { applied },
      applied.length > 0 ? `Applied ${applied.join(", ")}.` : "The database is up to date.",
      options,
    );
  });

program
  .command("config")
  .description("look at the configuration")
  .command("check")
  .description("check the environment and mintwright.yaml and print what would be used, secrets masked")
  .option("--json", "print JSON")
  .action((options: { json?: boolean }) => {
    const shown = describeConfig(readConfig(process.env));
    printAnswer(shown, stringify(shown).trimEnd(), options);
  });

program
  .command("doctor")
  .description("check every configured part and say what to do about each that fails")
  .option("--json", "print JSON")
  .action((options: { json?: boolean }) =>
    withDatabase(async (database, config) => {
      const { examine } = await import("./doctor.ts");
      const findings = await examine(config, database);
      const words = findings.map(
        ({ part, isHealthy, message }) => `${isHealthy ? "ok  " : "FAIL"}  ${part}: ${message}`,
      );
      printAnswer(findings, words.join("\n"), options);
      if (findings.some(({ isHealthy }) => !isHealthy)) process.exitCode = 1;
    }),
  );

addSandboxCommand(program);
addAdminCommands(program);

try {
  await program.parseAsync();
} catch (error) {
  const isExpected = error instanceof ConfigError || error instanceof AppError;
  const message = isExpected ? (error as Error).message : describeFailure(error);
  // A start that failed half way leaves connections that would keep the process alive, neither ready nor ended.
  process.stderr.write(`${message}\n`, () => process.exit(1));
}

function describeFailure(error: unknown): string {
  const { code, message, stack } = error as NodeJS.ErrnoException;
  if (code === "ECONNREFUSED")
    return "The database cannot be reached. Start PostgreSQL and check DATABASE_URL.";
  if (code === "42P01") return "The database has no tables yet. Run `mintwright migrate` first.";
  if (code === "EADDRINUSE")
    return `${message}. Choose another PORT or METRICS_PORT, or --port for the sandbox.`;
  return stack ?? String(error);
}
