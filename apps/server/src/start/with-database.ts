import { type Config, readConfig } from "../config/index.ts";
import { connectDatabase, type Database } from "../platform/database/database.ts";

export async function withDatabase<Result>(
  work: (database: Database, config: Config) => Promise<Result>,
): Promise<Result> {
  const config = readConfig(process.env);
  const database = connectDatabase({
    url: config.databaseUrl,
    // The queue is opened under a lock that one connection keeps while another works.
    poolSize: 2,
    applicationName: "mintwright-command",
    onConnectionError: () => {},
  });
  try {
    return await work(database, config);
  } finally {
    await database.destroy();
  }
}
