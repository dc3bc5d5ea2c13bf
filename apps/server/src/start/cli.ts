import { Command } from "commander";
import { stringify } from "yaml";
import { version } from "../composition/version.ts";
import { ConfigError, describeConfig, readConfig } from "../config/index.ts";
import { migrateDatabase } from "../platform/database/migrations.ts";
import { ensureStatementTimeout } from "../platform/database/statement-timeout.ts";
import { AppError } from "../platform/errors.ts";
import { createLogger } from "../platform/logging.ts";
import { addAdminCommands } from "./admin-commands.ts";
import { printAnswer } from "./parse-arguments.ts";
import { addSandboxCommand } from "./sandbox-command.ts";
import { withDatabase } from "./with-database.ts";

// Commands import what they need when they run: loading the server takes a second that `admin` need not spend.

const environmentHelp = `
Environment:
  DATABASE_URL        PostgreSQL, for example postgres://user:password@localhost:5432/mintwright (required)
  DATABASE_DIRECT_URL PostgreSQL itself when DATABASE_URL is a pooler: for migrations and wake signals
  DATABASE_READ_URL   a replica of it, for news, usage and pages of the ledger
  PORT                port of the API (8080)
  METRICS_HOST        address that serves Prometheus metrics, without authentication (127.0.0.1)
  METRICS_PORT        port of the metrics (9464 for the api, 9465 for the worker)
  PUBLIC_URL          public URL of the API, for example https://api.example.com
  DASHBOARD_SECRET    32 or more random characters; with PUBLIC_URL, enables the dashboard at /dashboard
  CORS_ORIGINS        origins allowed to call the API from a browser, separated by commas, or * (none)
  SMTP_URL, MAIL_FROM mail server and sender address; without them, the API prints emails to stderr
  MINTWRIGHT_CONFIG   path of mintwright.yaml; without it, the built-in engines serve every model

To try the API without a database or configuration:
  mintwright sandbox

First steps:
  mintwright migrate
  mintwright admin account create --email you@example.com --credits 100
  mintwright admin key create --account you@example.com --name first
  mintwright api          and, in another terminal: mintwright worker
  mintwright doctor       checks the installation when something does not work`;

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
  .description("run background work: collections, minting, webhooks, emails, news, cleanup")
  .action(async () => {
    const { startWorker } = await import("./worker.ts");
    await startWorker(readConfig(process.env));
  });

program
  .command("migrate")
  .description("apply database migrations; safe to run repeatedly and from several machines at once")
  .option("--json", "print JSON")
  .action(async (options: { json?: boolean }) => {
    const { databaseUrl, databaseDirectUrl, logLevel } = readConfig(process.env);
    const logger = createLogger(logLevel);
    const applied = await migrateDatabase(databaseDirectUrl ?? databaseUrl, { logger });
    await ensureStatementTimeout(databaseUrl, logger);
    printAnswer(
      { applied },
      applied.length > 0 ? `Applied ${applied.join(", ")}.` : "The database is up to date.",
      options,
    );
  });

program
  .command("config")
  .description("check the configuration")
  .command("check")
  .description("validate the environment and mintwright.yaml and print the result with secrets masked")
  .option("--json", "print JSON")
  .action((options: { json?: boolean }) => {
    const shown = describeConfig(readConfig(process.env));
    printAnswer(shown, stringify(shown).trimEnd(), options);
  });

program
  .command("doctor")
  .description("check every configured part and say how to fix each that fails")
  .option("--json", "print JSON")
  .action((options: { json?: boolean }) =>
    withDatabase(async (database, config) => {
      const { examine } = await import("./doctor.ts");
      const findings = await examine(config, database);
      const lines = findings.map(
        ({ part, isHealthy, message }) => `${isHealthy ? "ok  " : "FAIL"}  ${part}: ${message}`,
      );
      printAnswer(findings, lines.join("\n"), options);
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
  // A start that failed half way leaves open connections, which would keep the process alive.
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
