import {
  assertLedgerAddsUp,
  createDatabase,
  findFreePort,
  type MailServer,
  type RunningProcess,
  startMailServer,
  startProcess,
  type TestDatabase,
} from "@mintwright/test-harness";
import { inject } from "vitest";

/** An API with its dashboard, and a worker where one is asked for, as an operator starts them. */
export interface DashboardInstallation {
  database: TestDatabase;
  api: RunningProcess;
  mail: MailServer;
  url: string;
  stop(): Promise<void>;
}

/** Starts an API with a dashboard, a database and a mail server of its own. */
export async function startDashboard({
  settings = {},
  withWorker = false,
  database: given,
  hostName = "127.0.0.1",
}: {
  settings?: Record<string, string>;
  withWorker?: boolean;
  /** Made from the tests' template unless given. */
  database?: TestDatabase;
  /** The name that the browser knows the API by. */
  hostName?: string;
} = {}): Promise<DashboardInstallation> {
  const database = given ?? (await createDatabase(inject("databaseServerUrl"), inject("databaseTemplate")));
  const mail = await startMailServer();
  const port = await findFreePort();
  const url = `http://${hostName}:${port}`;
  const environment = {
    DATABASE_URL: database.url,
    PORT: String(port),
    PUBLIC_URL: url,
    DASHBOARD_SECRET: "a secret of the tests that is long enough",
    SMTP_URL: mail.url,
    ...settings,
  };
  const api = await startProcess("api", environment);
  const worker = withWorker ? await startProcess("worker", environment) : undefined;
  return {
    database,
    api,
    mail,
    url,
    async stop() {
      await Promise.all([api.stop(), worker?.stop()]);
      await mail.stop();
      await assertLedgerAddsUp(database.url);
      await database.drop();
    },
  };
}
