import { randomUUID } from "node:crypto";
import { PGlite } from "@electric-sql/pglite";
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from "vitest";
import { type ObjectStore, StorageError } from "../../engines/storage/index.ts";
import { type ClonedDatabase, cloneDatabase } from "../../platform/__fixtures__/cloned-database.ts";
import { contentIdOf } from "../../platform/content-id/index.ts";
import { type Database, openEmbeddedDatabase } from "../../platform/database/database.ts";
import { migrateEmbeddedDatabase } from "../../platform/database/migrations.ts";
import { AppError } from "../../platform/errors.ts";
import { createLogger } from "../../platform/logging.ts";
import { openQueue, type Queue } from "../../platform/queue/queue.ts";
import { createMetrics } from "../../platform/telemetry/metrics.ts";
import { createKeyedAccount } from "../__fixtures__/index.ts";
import { getAccountCredits, verifyLedger } from "../credits/index.ts";
import {
  collectionRequest,
  createMemoryStore,
  createQueueing,
  instantGenerator,
  urlsOf,
} from "./__fixtures__/queued-collections.ts";
import { startCollectionKeeper } from "./collection-keeper.ts";
import { createCollectionJobs } from "./collections.jobs.ts";
import { type ImageWork, type ImageWorkParts, startImageWork } from "./image-work.ts";
import { collectionJobKinds } from "./job-kinds.ts";
import { planCollection } from "./plan-collection.ts";

const logger = createLogger("silent");
const store = createMemoryStore();
let clone: ClonedDatabase;
let queue: Queue;
let queueing: ReturnType<typeof createQueueing>;
const workers: ImageWork[] = [];

beforeAll(async () => {
  clone = await cloneDatabase();
  queue = await openQueue(clone.database, collectionJobKinds, { logger, isWorker: true });
  await queue.work(createCollectionJobs(clone.database, store), { logger, metrics: createMetrics() });
  queueing = createQueueing(clone.database, queue.enqueue);
});

afterEach(async () => {
  await Promise.all(workers.splice(0).map((worker) => worker.stop()));
  expect(await clone.query("select 1 from image_claim")).toEqual([]);
  expect((await verifyLedger(clone.database)).mismatches).toEqual([]);
});

afterAll(async () => {
  await queue.stop();
  await clone.close();
});

async function startWorker(parts: Partial<ImageWorkParts> = {}, database: Database = clone.database) {
  const processId = randomUUID();
  await database.insertInto("process").values({ process_id: processId, role: "worker", host: "h" }).execute();
  const worker = startImageWork({
    database,
    store,
    enqueue: queue.enqueue,
    images: instantGenerator,
    engines: [{ models: ["velogen"], places: 8, limit: undefined }],
    imagesPerAccount: 1_000,
    processId,
    logger,
    metrics: createMetrics(),
    ...parts,
  });
  workers.push(worker);
  return worker;
}

const progressOf = (accountId: string, collectionId: string) =>
  queueing.service.getProgress(accountId, collectionId, urlsOf);

const untilStatus = (accountId: string, collectionId: string, status: string) =>
  vi.waitFor(async () => expect(await progressOf(accountId, collectionId)).toMatchObject({ status }), {
    timeout: 20_000,
    interval: 50,
  });

describe("the work on collections", () => {
  it("makes every image once over several workers, and pays for each once", async () => {
    const { accountId, key } = await createKeyedAccount(clone.database, { amount: 100_000 });
    const traits = [
      {
        trait_type: "Hat",
        value: [
          { value: "red", ratio: 20 },
          { value: "blue", ratio: 60 },
        ],
      },
    ];
    const generated: number[] = [];
    const images = {
      generateFile: (request: Parameters<typeof instantGenerator.generateFile>[0]) => {
        generated.push(request.seed);
        return instantGenerator.generateFile(request);
      },
    };
    await Promise.all([startWorker({ images }), startWorker({ images }), startWorker({ images })]);
    const collectionId = await queueing.queue(key, collectionRequest({ amount: 250, traits }));
    await untilStatus(accountId, collectionId, "completed");
    expect(generated).toHaveLength(250);
    expect(new Set(generated).size).toBe(250);
    const progress = await progressOf(accountId, collectionId);
    expect(progress).toMatchObject({ progress: 100, made: 250, failed: 0, missing: [] });
    expect(new Set(progress.data?.images).size).toBe(250);
    expect(await getAccountCredits(clone.database, accountId)).toEqual({
      granted: 100_000,
      balance: 75_000,
      held: 0,
      spent: 25_000,
    });
    const { tokens } = await queueing.service.listTokens(accountId, collectionId, { limit: 1_000 }, urlsOf);
    const wearing = (value: string) =>
      tokens.filter(({ attributes }) => attributes.some((attribute) => attribute.value === value)).length;
    expect([wearing("red"), wearing("blue")]).toEqual([50, 150]);
    for (const { image } of tokens) expect(store.objects.has(image?.replace("/files/", "") ?? "")).toBe(true);
  });

  it("gives up an image that always fails, and refunds and lists it", async () => {
    const { accountId, key } = await createKeyedAccount(clone.database, { amount: 1_000 });
    let attempts = 0;
    let badSeed = -1;
    const images = {
      async generateFile(request: Parameters<typeof instantGenerator.generateFile>[0]) {
        if (badSeed === -1) badSeed = request.seed;
        if (request.seed !== badSeed) return instantGenerator.generateFile(request);
        attempts++;
        // Time flies: the next attempt is due at once.
        setTimeout(
          () => void clone.query("update collection_image set retry_at = now() where retry_at is not null"),
          100,
        );
        throw new AppError("engine_failed", "The engine could not generate this.");
      },
    };
    await startWorker({ images });
    const collectionId = await queueing.queue(key, collectionRequest({ amount: 5 }));
    await untilStatus(accountId, collectionId, "completed");
    expect(attempts).toBe(4);
    expect(await progressOf(accountId, collectionId)).toMatchObject({
      made: 4,
      failed: 1,
      missing: [{ code: "engine_failed", message: "The engine could not generate this." }],
    });
    expect(await getAccountCredits(clone.database, accountId)).toMatchObject({ spent: 400, held: 0 });
  });

  it("waits for an engine that is away, and fails and refunds when it stays away", async () => {
    const { accountId, key } = await createKeyedAccount(clone.database, { amount: 2_000 });
    let isAway = true;
    let asked = 0;
    const images = {
      async generateFile(request: Parameters<typeof instantGenerator.generateFile>[0]) {
        asked++;
        if (isAway) throw new AppError("engine_unavailable", "busy", { retryAfterInSeconds: 0.1 });
        return instantGenerator.generateFile(request);
      },
    };
    await startWorker({ images });
    const patient = await queueing.queue(key, collectionRequest({ amount: 10 }));
    await vi.waitFor(() => expect(asked).toBeGreaterThan(8), { timeout: 10_000 });
    expect(await progressOf(accountId, patient)).toMatchObject({ made: 0, failed: 0 });
    isAway = false;
    await untilStatus(accountId, patient, "completed");
    expect(await progressOf(accountId, patient)).toMatchObject({ made: 10 });

    isAway = true;
    const keeper = startCollectionKeeper({
      database: clone.database,
      enqueue: queue.enqueue,
      logger,
      enginePatienceInMs: 1_000,
    });
    const hopeless = await queueing.queue(key, collectionRequest({ amount: 10 }));
    await untilStatus(accountId, hopeless, "failed");
    await keeper.stop();
    const progress = await progressOf(accountId, hopeless);
    expect(progress.missing).toHaveLength(10);
    expect(progress.missing?.[0]).toMatchObject({ code: "engine_unavailable" });
    expect(await getAccountCredits(clone.database, accountId)).toMatchObject({ spent: 1_000, held: 0 });
    await clone.query("delete from image_line");
  });

  it("keeps an image's attempts while the store is away, and each made one has its content id", async () => {
    const { accountId, key } = await createKeyedAccount(clone.database, { amount: 1_000 });
    let refusals = 0;
    const absentAtFirst: ObjectStore = {
      ...store,
      async put(name, bytes) {
        if (refusals === 5) return store.put(name, bytes);
        refusals++;
        // Time flies: the next attempt is due at once.
        setTimeout(
          () => void clone.query("update collection_image set retry_at = now() where retry_at is not null"),
          100,
        );
        throw new StorageError("the bucket is away", undefined);
      },
    };
    await startWorker({ store: absentAtFirst });
    const collectionId = await queueing.queue(key, collectionRequest({ amount: 1 }));
    await untilStatus(accountId, collectionId, "completed");
    expect(refusals).toBe(5);
    const [made] = await clone.query<{ failures: number; cid: string; object: string }>(
      "select failures, cid, object from collection_image where collection_id = $1",
      [collectionId],
    );
    const bytes = store.objects.get(made?.object ?? "") as Buffer;
    expect(made).toMatchObject({ failures: 0, cid: await contentIdOf(bytes) });
  });

  it("stops generating what was cancelled, and leaves no file that nobody refers to", async () => {
    const { accountId, key } = await createKeyedAccount(clone.database, { amount: 10_000 });
    const aborted: number[] = [];
    let calls = 0;
    const images = {
      async generateFile(request: Parameters<typeof instantGenerator.generateFile>[0]) {
        if (++calls <= 4) return instantGenerator.generateFile(request);
        await new Promise<void>((resolve) => request.signal.addEventListener("abort", () => resolve()));
        aborted.push(request.seed);
        // An engine that does not listen hands its image in nevertheless.
        return instantGenerator.generateFile(request);
      },
    };
    await startWorker({ images });
    const collectionId = await queueing.queue(key, collectionRequest({ amount: 60 }));
    await vi.waitFor(() => expect(calls).toBe(12), { timeout: 20_000 });
    await vi.waitFor(
      async () => expect(await progressOf(accountId, collectionId)).toMatchObject({ made: 4 }),
      20_000,
    );
    await queueing.service.cancel(accountId, collectionId);
    await vi.waitFor(() => expect(aborted).toHaveLength(8), { timeout: 20_000 });
    expect(calls).toBe(12);
    await vi.waitFor(
      async () =>
        expect(
          await clone.query(
            "select state, count(*)::integer from collection_image where collection_id = $1 group by state order by 1",
            [collectionId],
          ),
        ).toEqual([
          { state: "cancelled", count: 56 },
          { state: "made", count: 4 },
        ]),
      { timeout: 10_000 },
    );
    const files = [...store.objects.keys()].filter((name) => name.includes(collectionId));
    expect(files).toHaveLength(4);
    expect(await getAccountCredits(clone.database, accountId)).toMatchObject({ spent: 400, held: 0 });
  });

  it("gives back at once what it has when it is told to stop", async () => {
    const { accountId, key } = await createKeyedAccount(clone.database, { amount: 10_000 });
    const images = {
      async generateFile({ signal }: { signal: AbortSignal }): Promise<never> {
        await new Promise((_, reject) => signal.addEventListener("abort", () => reject(signal.reason)));
        throw new Error("never");
      },
    };
    const collectionId = await queueing.queue(key, collectionRequest({ amount: 3 }));
    await startWorker({ images, stopPatienceInMs: 100 });
    await vi.waitFor(
      async () => expect(await clone.query("select 1 from image_claim")).toHaveLength(3),
      20_000,
    );
    await Promise.all(workers.splice(0).map((worker) => worker.stop()));
    expect(await clone.query("select 1 from image_claim")).toEqual([]);
    await startWorker();
    await untilStatus(accountId, collectionId, "completed");
  });
});

describe("a large collection", () => {
  it("is planned in steps by a job, also when two plan it at once, and each image has a seed of its own", async () => {
    const { accountId, key } = await createKeyedAccount(clone.database, { amount: 1_000_000 });
    const collectionId = await queueing.queue(key, collectionRequest({ amount: 3_500 }));
    expect(
      await clone.query("select 1 from collection_image where collection_id = $1", [collectionId]),
    ).toEqual([]);
    await Promise.all([1, 2, 3].map(() => planCollection(clone.database, { accountId, collectionId })));
    await vi.waitFor(
      async () =>
        expect(
          await clone.query("select planned from collection where collection_id = $1", [collectionId]),
        ).toEqual([{ planned: 3_500 }]),
      { timeout: 10_000 },
    );
    const rows = await clone.query<{ numbers: number; seeds: number; last: number }>(
      `select count(*)::integer as numbers, count(distinct seed)::integer as seeds, max(number) as last
       from collection_image where collection_id = $1`,
      [collectionId],
    );
    expect(rows).toEqual([{ numbers: 3_500, seeds: 3_500, last: 3_500 }]);
    await queueing.service.cancel(accountId, collectionId);
  });
});

describe("an embedded database", () => {
  it("carries collections from the queue to the end", async () => {
    const pglite = new PGlite();
    const database = openEmbeddedDatabase(pglite);
    await migrateEmbeddedDatabase(database);
    const embedded = await openQueue(database, collectionJobKinds, { logger, isWorker: false, pglite });
    const { accountId, key } = await createKeyedAccount(database, { amount: 10_000 });
    const { queue: queueCollection, service } = createQueueing(database, embedded.enqueue);
    const worker = await startWorker({ enqueue: embedded.enqueue }, database);
    const collectionId = await queueCollection.call(
      createQueueing(database, embedded.enqueue),
      key,
      collectionRequest({ amount: 12 }),
    );
    await vi.waitFor(
      async () =>
        expect(await service.getProgress(accountId, collectionId, urlsOf)).toMatchObject({
          status: "completed",
        }),
      { timeout: 20_000 },
    );
    await worker.stop();
    expect((await verifyLedger(database)).mismatches).toEqual([]);
    await embedded.stop();
    await database.destroy();
  });
});
