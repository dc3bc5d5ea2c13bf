import { canCutNetwork } from "@mintwright/solidity-audit";
import { knownVersions, listInstalledVersions } from "@mintwright/solidity-compiler";
import { sql } from "kysely";
import { buildPinning } from "../composition/build-chains.ts";
import { buildMailer, buildPaymentProvider } from "../composition/build-dashboard-engines.ts";
import { buildChatEngines, buildImageEngines, type ImageEngines } from "../composition/build-engines.ts";
import type { Config } from "../config/index.ts";
import { verifyLedger } from "../features/credits/index.ts";
import { paymentEventsPath } from "../features/payments/index.ts";
import type { Database } from "../platform/database/database.ts";
import { listMissingMigrations } from "../platform/database/migrations.ts";
import { listBackfills } from "../platform/queue/queue.ts";
import { createMetrics } from "../platform/telemetry/metrics.ts";
import { checkStorage } from "./check-storage.ts";

/** The result of one check. The message of a failed check ends with how to fix it. */
export interface Finding {
  part: string;
  isHealthy: boolean;
  message: string;
}

interface Check {
  part: string;
  run(): Promise<string>;
  advice: string;
}

function listChecks(config: Config, database: Database, imageEngines: ImageEngines): Check[] {
  const engines = [...buildChatEngines(config, createMetrics()).values()];
  const distinctImageEngines = [...new Set(imageEngines.byModel.values())];
  return [
    {
      part: "database",
      run: async () => {
        const { rows } = await sql<{
          version: string;
        }>`select split_part(version(), ' ', 2) as version`.execute(database);
        return `PostgreSQL ${rows[0]?.version} answers`;
      },
      advice: "Start PostgreSQL and check DATABASE_URL: host, port, user, password and database name.",
    },
    {
      part: "migrations",
      run: async () => {
        const missing = await listMissingMigrations(database);
        if (missing.length > 0) throw new Error(`missing: ${missing.join(", ")}`);
        return "all applied";
      },
      advice: "Run `mintwright migrate`.",
    },
    {
      part: "partitions",
      run: async () => {
        const { rows } = await sql<{ missing: boolean }>`
          select to_regclass('ledger_entry_' || to_char((now() at time zone 'UTC') + interval '1 month', 'YYYY_MM')) is null
            as missing`.execute(database);
        if (rows[0]?.missing) throw new Error("the ledger has no partition for next month");
        return "the ledger has a partition for next month";
      },
      advice: "Run `mintwright migrate`, and keep a worker running: it creates partitions in advance.",
    },
    {
      part: "worker",
      run: async () => {
        const { rows } = await sql<{ alive: number }>`
          select count(*) as alive from process where role = 'worker' and seen_at > now() - interval '15 seconds'`.execute(
          database,
        );
        if (!rows[0]?.alive) throw new Error("no worker is running");
        return `${rows[0].alive} running`;
      },
      advice:
        "Start one with `mintwright worker`: without it, no background job runs and credits held by a crashed process are not released.",
    },
    {
      part: "backfills",
      run: async () => {
        const found = await listBackfills(database);
        return (
          found
            .map(({ name, filled, finishedAt }) =>
              finishedAt
                ? `${name} finished at ${finishedAt.toISOString()}`
                : `${name} in progress, ${filled} rows filled`,
            )
            .join("; ") || "none started yet"
        );
      },
      advice: "Run `mintwright migrate`.",
    },
    {
      part: "ledger",
      run: async () => {
        const { accounts, mismatches } = await verifyLedger(database);
        if (mismatches.length > 0)
          throw new Error(`${mismatches.length} of ${accounts} accounts do not balance`);
        return `${accounts} accounts balance`;
      },
      advice:
        "Run `mintwright admin ledger verify` to list the accounts, and pause them until the cause is known.",
    },
    {
      part: "storage",
      run: () => checkStorage(config),
      advice:
        "Check STORAGE_DIRECTORY, or S3_BUCKET and the other S3 settings: images cannot be stored without it.",
    },
    {
      part: "dashboard",
      run: async () => {
        if (!config.dashboard) {
          const missing = config.publicUrl ? "DASHBOARD_SECRET" : "DASHBOARD_SECRET and PUBLIC_URL";
          return `off; to enable it set ${missing} (a secret: openssl rand -base64 48)`;
        }
        const mailer = buildMailer(config);
        await mailer.checkHealth().finally(() => mailer.close());
        return `at ${config.dashboard.publicUrl}/dashboard, emails ${config.mail.smtpUrl ? "through" : "are"} ${mailer.describe}`;
      },
      advice:
        "Check SMTP_URL: without a mail server users cannot confirm an email address or reset a password.",
    },
    {
      part: "payments",
      run: async () => {
        if (!config.payments) return "off; to sell credits add payments to the configuration file";
        const provider = await buildPaymentProvider(config.payments);
        await provider.checkHealth();
        const { currency, packs } = config.payments;
        return `${provider.name} answers; ${packs.length} packs in ${currency}, events to ${config.publicUrl}${paymentEventsPath}`;
      },
      advice:
        "Check secretKey under payments in the configuration file, and that this machine reaches the provider.",
    },
    {
      part: "compilers",
      run: async () => describeCompilers(),
      advice: "Install mintwright again: the compiler's own package is damaged.",
    },
    {
      part: "audit",
      run: () => checkSlither(config),
      advice:
        "Allow user namespaces for the user that runs the API, or set audit.requireIsolation to false to run Slither with network access.",
    },
    ...engines.map((engine) => ({
      part: `engine ${engine.name}`,
      run: async () => {
        await engine.checkHealth(AbortSignal.timeout(5_000));
        return engine.isOffline ? "built in, works without a model" : "answers";
      },
      advice: "Start the model server and check baseUrl and apiKey in the configuration file.",
    })),
    ...distinctImageEngines.map((engine) => ({
      part: `engine ${engine.name}`,
      run: async () => {
        await engine.checkHealth(AbortSignal.timeout(5_000));
        return engine.kind === "sketch" ? "built in, works without a model" : "answers";
      },
      advice: "Start the image server and check baseUrl and apiKey in the configuration file.",
    })),
    ...listChainChecks(config),
  ];
}

function describeCompilers(): string {
  const installed = listInstalledVersions();
  const advice = "; to compile older Solidity run `npm install @mintwright/old-compilers`";
  return `Solidity ${installed.join(", ")}${installed.length < knownVersions.length ? advice : ""}`;
}

async function checkSlither({ slither, audit }: Config): Promise<string> {
  if (!slither) return "built-in detectors only; to run Slither too, set SLITHER";
  if (await canCutNetwork()) return "Slither runs without network access";
  const problem = "unshare cannot isolate Slither from the network on this system";
  if (audit.requireIsolation) throw new Error(`${problem}, so Slither is disabled`);
  return `WARNING: ${problem}, so it runs with network access; set audit.requireIsolation to true to disable it instead`;
}

function listChainChecks(config: Config): Check[] {
  const pinning = buildPinning(config);
  const chains = Object.entries(config.chains).map(([id, chain]) => ({
    part: `chain ${id}`,
    run: async () => {
      const { checkChain } = await import("../engines/chain/index.ts");
      return checkChain({ ...chain, chainId: Number(id) });
    },
    advice: "Check rpcUrl, contract and signer of that chain in the configuration file.",
  }));
  if (!pinning) return chains;
  const check = {
    part: "pinning",
    run: async () => {
      await pinning.checkHealth(AbortSignal.timeout(5_000));
      return "answers";
    },
    advice: "Check the address and the secret under pinning in the configuration file.",
  };
  return [...chains, check];
}

export async function examine(config: Config, database: Database): Promise<Finding[]> {
  const findings: Finding[] = [];
  const imageEngines = buildImageEngines(config, createMetrics());
  for (const { part, run, advice } of listChecks(config, database, imageEngines)) {
    try {
      findings.push({ part, isHealthy: true, message: await run() });
    } catch (error) {
      const reason = (error as Error).message || (error as { code?: string }).code || "no answer";
      findings.push({ part, isHealthy: false, message: `${reason}. ${advice}` });
    }
  }
  await imageEngines.stop();
  return findings;
}
