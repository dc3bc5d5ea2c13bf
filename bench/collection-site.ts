import { randomUUID } from "node:crypto";
import { createDatabase, type TestDatabase } from "@mintwright/test-harness";
import {
  createMemoryStore,
  instantGenerator,
} from "../apps/server/src/features/collections/__fixtures__/queued-collections.ts";
import { startImageWork } from "../apps/server/src/features/collections/image-work.ts";
import { connectDatabase, type Database } from "../apps/server/src/platform/database/database.ts";
import { migrateDatabase } from "../apps/server/src/platform/database/migrations.ts";
import { createLogger } from "../apps/server/src/platform/logging.ts";
import { createMetrics } from "../apps/server/src/platform/telemetry/metrics.ts";
import { createBenchAccounts } from "./bench-accounts.ts";

/** A database with accounts, and a pool to it as a worker has one. */
export interface CollectionSite {
  database: TestDatabase;
  connection: Database;
  close(): Promise<void>;
}

export async function createCollectionSite(serverUrl: string, accounts: number): Promise<CollectionSite> {
  const database = await createDatabase(serverUrl);
  const connection = connectDatabase({
    url: database.url,
    poolSize: 8,
    applicationName: "bench",
    onConnectionError() {},
  });
  await migrateDatabase(database.url);
  await createBenchAccounts(database, accounts);
  return {
    database,
    connection,
    async close() {
      await connection.destroy();
      await database.drop();
    },
  };
}

/** Queues a collection of this many images for every account, and deletes all earlier ones. */
export async function fillQueue({ database }: CollectionSite, imagesPerAccount: number): Promise<void> {
  await database.query("truncate collection, image_claim, account_turn, image_line, hold cascade");
  await database.query("insert into image_line (model) values ('velogen')");
  await database.query(
    `insert into collection (account_id, collection_id, key_id, amount, price_each, hold_id, request, model, seed, chain_id,
       wallet_address, planned)
     select account_id, account_id, account_id, $1, 100, account_id,
       '{"prompt":"a fox","model":"velogen","width":512,"height":512}', 'velogen', 7, 1, '0x', $1 from account`,
    [imagesPerAccount],
  );
  await database.query(
    `insert into collection_image (account_id, collection_id, number, seed, traits)
     select account_id, account_id, n, n, '[{"trait_type":"Hat","value":"red"}]'
     from account cross join generate_series(1, $1::integer) n`,
    [imagesPerAccount],
  );
  await database.query(
    `insert into hold (account_id, hold_id, key_id, amount, operation, request_id)
     select account_id, account_id, account_id, $1::bigint * 100, 'queueCollection', 'bench' from account`,
    [imagesPerAccount],
  );
  await database.query(
    "update account set balance = 1000000000000 - $1::bigint * 100, held = $1::bigint * 100, spent = 0",
    [imagesPerAccount],
  );
  await database.query(
    "insert into account_turn (account_id, model, virtual_start, look_at) select account_id, 'velogen', 0, now() from account",
  );
  await database.query(
    "vacuum analyze collection, collection_image, image_claim, account_turn, image_line, hold",
  );
}

/** Starts one worker process, with parts of the benchmark where it needs them. */
export async function startBenchWorker(
  { connection }: CollectionSite,
  places: number,
  parts: Partial<Parameters<typeof startImageWork>[0]> = {},
): Promise<{ stop(): Promise<void> }> {
  const processId = randomUUID();
  await connection
    .insertInto("process")
    .values({ process_id: processId, role: "worker", host: "bench" })
    .execute();
  return startImageWork({
    database: connection,
    store: createMemoryStore(),
    enqueue: async () => {},
    images: instantGenerator,
    engines: [{ models: ["velogen"], places, limit: undefined }],
    imagesPerAccount: 100_000,
    processId,
    logger: createLogger("error"),
    metrics: createMetrics(),
    ...parts,
  });
}
