import { canCutNetwork, listInstalledVersions } from "@mintwright/solidity-compiler";
import { sql } from "kysely";
import { buildPinning } from "../composition/build-chains.ts";
import { describeCredentials } from "../composition/build-credentials.ts";
import { buildMailer, buildPaymentProvider } from "../composition/build-dashboard-engines.ts";
import {
  buildChatEngines,
  buildImageEngines,
  type EngineParts,
  type ImageEngines,
} from "../composition/build-engines.ts";
import type { Config } from "../config/index.ts";
import type { ChatEngine } from "../engines/chat/index.ts";
import type { ImageEngine } from "../engines/image/index.ts";
import { createOwnPlaces } from "../engines/pool/index.ts";
import { monthsAhead, verifyLedger } from "../features/credits/index.ts";
import { paymentEventsPath } from "../features/payments/index.ts";
import { logDaysAhead } from "../features/request-logs/index.ts";
import type { Database } from "../platform/database/database.ts";
import { listMissingMigrations } from "../platform/database/migrations.ts";
import { listMissingPartitions } from "../platform/database/partitions.ts";
import { describeDurability } from "../platform/database/replication.ts";
import { listBackfills } from "../platform/queue/queue.ts";
import { createMetrics } from "../platform/telemetry/metrics.ts";
import { checkDirectUrl, checkReadUrl, checkStatementTimeout } from "./check-connections.ts";
import { checkIdentityProvider } from "./check-identity-provider.ts";
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

/** For checks only: nothing is called through the pools. */
function createEngineParts(): EngineParts {
  return { metrics: createMetrics(), places: { open: createOwnPlaces } };
}

function listChecks(config: Config, database: Database, imageEngines: ImageEngines): Check[] {
  const engines = [...buildChatEngines(config, createEngineParts()).values()];
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
      part: "statement timeout",
      run: () => checkStatementTimeout(database),
      advice: "Check DATABASE_URL.",
    },
    {
      part: "direct connection",
      run: () => checkDirectUrl(config),
      advice: "Set DATABASE_DIRECT_URL to PostgreSQL itself, or to a pooler in session mode.",
    },
    {
      part: "read replica",
      run: () => checkReadUrl(config, database),
      advice: "Check DATABASE_READ_URL: until it answers, every read goes to DATABASE_URL.",
    },
    {
      part: "content credentials",
      run: () => describeCredentials(config),
      advice: "Check CREDENTIALS_CERT_FILE and CREDENTIALS_KEY_FILE.",
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
      part: "replication",
      run: () => describeDurability(database),
      advice: "Check that the user of DATABASE_URL may read pg_stat_replication.",
    },
    {
      part: "partitions",
      run: async () => {
        // One month less than the worker keeps: on the first of a month its job has not run yet.
        const missing = await listMissingPartitions(database, {
          monthsAhead: monthsAhead - 1,
          daysAhead: logDaysAhead - 1,
        });
        if (missing.length > 0) throw new Error(`missing: ${missing.join(", ")}`);
        return `the ledger and the usage have partitions until ${monthsAhead - 1} months from now, the request log until ${logDaysAhead - 1} days from now`;
      },
      advice: "Start or restart a worker: it creates partitions when it starts and every day at 03:17 UTC.",
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
    ...listIdentityProviderChecks(config),
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
    { part: "forge", run: () => checkForge(config), advice: "Check FORGE." },
    ...engines.flatMap((engine) => listEngineChecks(engine, engine.isOffline, "model")),
    ...distinctImageEngines.flatMap((engine) => listEngineChecks(engine, engine.kind === "sketch", "image")),
    ...listChainChecks(config),
  ];
}

function listIdentityProviderChecks({ dashboard }: Config): Check[] {
  const oidc = dashboard?.oidc;
  if (!oidc) return [];
  return [
    {
      part: "identity provider",
      run: () => checkIdentityProvider(oidc),
      advice: "Check OIDC_ISSUER: it is the address before /.well-known/openid-configuration.",
    },
  ];
}

/** One check for each server of an engine. */
function listEngineChecks(engine: ChatEngine | ImageEngine, isBuiltIn: boolean, kind: string): Check[] {
  const servers = engine.servers ?? [engine];
  return servers.map((server) => ({
    part: `engine ${engine.name}${"server" in server && servers.length > 1 ? ` at ${server.server}` : ""}`,
    run: async () => {
      await server.checkHealth(AbortSignal.timeout(5_000));
      return isBuiltIn ? "built in, works without a model" : "answers";
    },
    advice: `Start the ${kind} server and check baseUrl and apiKey in the configuration file.`,
  }));
}

function describeCompilers(): string {
  const installed = listInstalledVersions();
  const advice = "; to compile older Solidity run `npm install @mintwright/old-compilers`";
  return `Solidity ${installed.join(", ")}${installed.some((version) => !version.startsWith("0.8.")) ? "" : advice}`;
}

async function checkSlither({ slither, audit }: Config): Promise<string> {
  if (!slither) return "built-in detectors only; to run Slither too, set SLITHER";
  if (await canCutNetwork()) return "Slither runs without network access";
  const problem = "unshare cannot isolate Slither from the network on this system";
  if (audit.requireIsolation) throw new Error(`${problem}, so Slither is disabled`);
  return `WARNING: ${problem}, so it runs with network access; set audit.requireIsolation to true to disable it instead`;
}

async function checkForge({ forge }: Config): Promise<string> {
  if (!forge)
    return "no tests and no proofs; to run them, install @foundry-rs/forge and set FORGE to its program";
  if (await canCutNetwork()) return "forge runs without network access";
  return "WARNING: unshare cannot isolate forge from the network on this system, so it is not run; allow user namespaces for the user that runs the API";
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
  const imageEngines = buildImageEngines(config, createEngineParts(), { waitsForPlace: false });
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
