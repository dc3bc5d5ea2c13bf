import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import {
  assertLedgerAddsUp,
  createDatabase,
  type RunningProcess,
  routeProcess,
  type ScriptedModelServer,
  startProcess,
  startScriptedModelServer,
} from "@mintwright/test-harness";
import { expect, inject, vi } from "vitest";
import { query } from "./query.ts";

/** How patient the processes are with the model server; the product's defaults unless given. */
export interface Patience {
  timeoutInMs?: number;
  maxConcurrent?: number;
  silenceInMs?: number;
}

/** Processes on one database of their own, with one scripted model server. */
export interface Fleet {
  databaseUrl: string;
  /** Where all processes keep their files. */
  storageDirectory: string;
  model: ScriptedModelServer;
  /** Starts one more process; it ends with the fleet at the latest. */
  start(
    role: "api" | "worker",
    patience?: Patience,
    settings?: Record<string, unknown>,
    environment?: Record<string, string>,
    command?: string,
  ): Promise<RunningProcess>;
  /** Ends everything in order and asserts that nothing leaked and that the ledger adds up. */
  close(): Promise<void>;
}

/** Writes a configuration that sends prompts to an OpenAI-compatible server. */
export function writeEngineConfig(
  folder: string,
  baseUrl: string,
  patience: Patience = {},
  settings: Record<string, unknown> = {},
): string {
  const path = join(folder, `mintwright-${crypto.randomUUID()}.yaml`);
  // JSON is YAML, so no writer is needed.
  const engines = {
    model: { type: "openai", baseUrl, model: "scripted", ...patience },
    dead: { type: "openai", baseUrl: "http://127.0.0.1:9/v1", model: "dead" },
  };
  writeFileSync(
    path,
    JSON.stringify({
      engines,
      models: { prompt_enhancer: "model", general_assistant: "model" },
      ...settings,
    }),
  );
  return path;
}

/** Prepares a database and a model server; processes are started one by one. */
export async function createFleet(
  { serverUrl, template }: { serverUrl: string; template?: string | undefined } = {
    serverUrl: inject("databaseServerUrl"),
    template: inject("databaseTemplate"),
  },
): Promise<Fleet> {
  const database = await createDatabase(serverUrl, template);
  const model = await startScriptedModelServer();
  const folder = mkdtempSync(join(tmpdir(), "mintwright-fleet-"));
  const storageDirectory = join(folder, "storage");
  mkdirSync(storageDirectory);
  const processes: RunningProcess[] = [];
  return {
    databaseUrl: database.url,
    storageDirectory,
    model,
    async start(role, patience, settings, environment, command) {
      const config = writeEngineConfig(folder, model.baseUrl, patience, settings);
      const started = await startProcess(
        role,
        {
          DATABASE_URL: database.url,
          MINTWRIGHT_CONFIG: config,
          STORAGE_DIRECTORY: storageDirectory,
          ...environment,
        },
        command,
      );
      processes.push(started);
      if (!command) await skipGracePeriod(database.url);
      return started;
    },
    async close() {
      const stillRunning = processes.filter(
        ({ child }) => child.exitCode === null && child.signalCode === null,
      );
      const exitCodes = await Promise.all(stillRunning.map((running) => running.stop()));
      await model.stop();
      rmSync(folder, { recursive: true });
      await assertLedgerAddsUp(database.url);
      await vi.waitFor(async () => expect(await listConnections(database.url)).toEqual([]), {
        timeout: 5_000,
      });
      expect(await listAdvisoryLocks(database.url)).toEqual([]);
      await database.drop();
      expect(exitCodes).toEqual(stillRunning.map(() => 0));
      expect(model.refusals).toEqual([]);
    },
  };
}

/** As if the processes had reached the database for long: otherwise silence counts only after the grace period. */
async function skipGracePeriod(databaseUrl: string): Promise<void> {
  await query(databaseUrl, "update process set in_touch_since = now() - interval '1 hour'");
}

/** Lists the connections of processes, at PostgreSQL or at the pooler in front of it. */
async function listConnections(databaseUrl: string): Promise<unknown[]> {
  const routed = routeProcess(databaseUrl);
  if (routed === databaseUrl)
    return query(
      databaseUrl,
      `select application_name, query from pg_stat_activity
       where datname = current_database() and application_name like 'mintwright-%'`,
    );
  const console = new URL(routed);
  console.pathname = "/pgbouncer";
  const clients = await query<{ database: string }>(console.href, "show clients");
  return clients.filter(({ database }) => `/${database}` === new URL(databaseUrl).pathname);
}

/** Lists advisory locks that outlive the processes: a pooler's server connection would keep them for ever. */
export function listAdvisoryLocks(databaseUrl: string): Promise<unknown[]> {
  return query(
    databaseUrl,
    `select l.mode, a.query from pg_locks l join pg_stat_activity a using (pid)
     where l.locktype = 'advisory' and a.datname = current_database()`,
  );
}
