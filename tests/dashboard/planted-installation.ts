import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import {
  createDatabase,
  findFreePort,
  type MailServer,
  startMailServer,
  startPostgres,
  startProcess,
  type TestDatabase,
} from "@mintwright/test-harness";
import { startNewsOutlet } from "./news-outlet.ts";

/** An installation with a worker and news, for commands that look at the built dashboard. */
export interface PlantedInstallation {
  url: string;
  mail: MailServer;
  database: TestDatabase;
  environment: Record<string, string>;
  stop(): Promise<void>;
}

/** Starts PostgreSQL, an API with the dashboard, a worker, a mail server and a news outlet. */
export async function startPlantedInstallation(publicUrl?: string): Promise<PlantedInstallation> {
  const postgres = await startPostgres();
  process.once("exit", () => postgres.stop());
  const database = await createDatabase(postgres.url);
  const mail = await startMailServer();
  const outlet = await startNewsOutlet();
  const folder = mkdtempSync(join(tmpdir(), "mintwright-planted-"));
  const file = join(folder, "mintwright.yaml");
  // JSON is YAML.
  writeFileSync(
    file,
    JSON.stringify({
      news: { gather: true, feeds: [{ name: "The Outlet", url: `http://${outlet.hostAndPort}/feed` }] },
      outbound: { allow: [outlet.hostAndPort] },
    }),
  );
  const port = await findFreePort();
  const url = `http://127.0.0.1:${port}`;
  const environment = {
    DATABASE_URL: database.url,
    MINTWRIGHT_CONFIG: file,
    STORAGE_DIRECTORY: join(folder, "storage"),
    PORT: String(port),
    PUBLIC_URL: publicUrl ?? url,
    DASHBOARD_SECRET: "a secret for planted data that is long enough",
    SMTP_URL: mail.url,
  };
  const api = await startProcess("api", environment);
  const worker = await startProcess("worker", environment);
  return {
    url,
    mail,
    database,
    environment,
    async stop() {
      await Promise.all([api.stop(), worker.stop()]);
      await mail.stop();
      await outlet.close();
      await database.drop();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
