import { existsSync } from "node:fs";
import { readdir, rename, rm, writeFile } from "node:fs/promises";
import { enqueuedJobs } from "../composition/compose-platform.ts";
import { findPreparedFile, openEmbedded } from "../platform/database/embedded-database.ts";
import { migrateEmbeddedDatabase } from "../platform/database/migrations.ts";
import { createLogger } from "../platform/logging.ts";
import { openQueue } from "../platform/queue/queue.ts";

// Run by the build: writes the migrated database that the sandbox copies at start instead of migrating a new one.

const file = await findPreparedFile();
if (!existsSync(file)) {
  const folder = new URL("./", file);
  for (const name of await readdir(folder)) {
    if (name.startsWith("embedded-database-")) await rm(new URL(name, folder));
  }
  const { pglite, database } = await openEmbedded();
  await migrateEmbeddedDatabase(database);
  const logger = createLogger("error");
  const queue = await openQueue(database, enqueuedJobs, { logger, isWorker: false, pglite });
  await queue.stop();
  const dump = await pglite.dumpDataDir("gzip");
  // Written under another name first: two builds at once must not leave half a file.
  const draft = new URL(`${file.href}.${process.pid}`);
  await writeFile(draft, Buffer.from(await dump.arrayBuffer()));
  await rename(draft, file);
  await database.destroy();
}
