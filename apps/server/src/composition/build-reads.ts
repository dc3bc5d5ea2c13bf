import type { Config } from "../config/index.ts";
import { connectDatabase, type Database } from "../platform/database/database.ts";
import { type Reads, readFromPrimary, startReplicaReads } from "../platform/database/reads.ts";
import type { Logger } from "../platform/logging.ts";
import type { Metrics } from "../platform/telemetry/metrics.ts";

/** Connects the replica of the configuration, if there is one. */
export function buildReads(
  { databaseReadUrl, databasePoolSize }: Config,
  { database, logger, metrics }: { database: Database; logger: Logger; metrics: Metrics },
): Reads {
  if (!databaseReadUrl) return readFromPrimary(database);
  const replica = connectDatabase({
    url: databaseReadUrl,
    poolSize: databasePoolSize,
    applicationName: "mintwright-reads",
    failsFast: true,
    onConnectionError: (error) => logger.warn({ error }, "connection to the read replica lost"),
  });
  const onRead = (source: "replica" | "primary") => metrics.databaseReads.inc({ source });
  return startReplicaReads({ primary: database, replica, logger, onRead });
}
