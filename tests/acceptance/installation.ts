import {
  assertLedgerAddsUp,
  createDatabase,
  type RunningProcess,
  startProcess,
  type TestDatabase,
} from "@mintwright/test-harness";
import { expect, inject } from "vitest";

/** One API process on a database of its own. */
export interface Installation {
  database: TestDatabase;
  api: RunningProcess;
  /** Starts one more API process on the same database; it ends with the installation. */
  startReplica(environment?: Record<string, string>): Promise<RunningProcess>;
  /** Starts a worker on the same database; it ends with the installation. */
  startWorker(environment?: Record<string, string>): Promise<RunningProcess>;
  /** Ends everything and asserts that it ended in order and that the ledger adds up. */
  stop(): Promise<void>;
}

/** Starts what most test files need, as an operator starts it. */
export async function startInstallation(environment: Record<string, string> = {}): Promise<Installation> {
  const database = await createDatabase(inject("databaseServerUrl"), inject("databaseTemplate"));
  const processes: RunningProcess[] = [];
  const start = async (role: "api" | "worker", more: Record<string, string>) => {
    const started = await startProcess(role, { DATABASE_URL: database.url, ...environment, ...more });
    processes.push(started);
    return started;
  };
  const startReplica = (more: Record<string, string> = {}) => start("api", more);
  const api = await startReplica();
  return {
    database,
    api,
    startReplica,
    startWorker: (more = {}) => start("worker", more),
    async stop() {
      const exitCodes = await Promise.all(processes.map((running) => running.stop()));
      await assertLedgerAddsUp(database.url);
      await database.drop();
      expect(exitCodes).toEqual(processes.map(() => 0));
    },
  };
}
