import { randomUUID } from "node:crypto";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { sql } from "kysely";
import { afterAll, afterEach, beforeAll, beforeEach, expect, it } from "vitest";
import { createDirectoryStore, type ObjectStore } from "../../engines/storage/index.ts";
import { type ClonedDatabase, cloneDatabase } from "../../platform/__fixtures__/cloned-database.ts";
import { createLogger } from "../../platform/logging.ts";
import { plantCollection } from "../__fixtures__/index.ts";
import { createAccount } from "../accounts/index.ts";
import type { ImageJob } from "./job-kinds.ts";
import { reconcileFiles } from "./reconcile-files.ts";
import { createRestoreImageJob } from "./restore-image.ts";

const madeAgain: Buffer = Buffer.from("the same prompt, drawn again");
const signature = Buffer.from(" and signed");
let clone: ClonedDatabase;
let folder: string;
let store: ObjectStore;
let accountId: string;
let queued: ImageJob[];

beforeAll(async () => {
  clone = await cloneDatabase();
});
afterAll(() => clone.close());

beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), "mintwright-reconcile-"));
  store = createDirectoryStore(folder);
  accountId = await createAccount(clone.database, `${randomUUID()}@example.com`, 0);
  queued = [];
  await sql`delete from collection`.execute(clone.database);
});
afterEach(() => rmSync(folder, { recursive: true }));

const reconcile = () =>
  reconcileFiles(clone.database, store, async (_transaction, _name, payloads) => {
    queued.push(...(payloads as ImageJob[]));
  });

/** Restores an image; the bytes are signed only if the job asks for it. */
async function restore(image: ImageJob, { hasMetadata = false, bytes = madeAgain } = {}): Promise<void> {
  const generateFile = async ({ isSigned = true }) => ({
    bytes: isSigned ? Buffer.concat([bytes, signature]) : bytes,
    seed: 1,
    engine: "sketch" as const,
    warnings: [],
    width: 512,
    height: 512,
    credential: isSigned ? "urn:c2pa:new" : undefined,
  });
  await createRestoreImageJob({
    database: clone.database,
    store,
    images: { generateFile },
    logger: createLogger("silent"),
    hasMetadata: async () => hasMetadata,
  }).handle(image);
}

it("finds nothing where database and storage agree", async () => {
  await plantCollection(clone.database, store, { accountId, amount: 3 });
  expect(await reconcile()).toEqual({ filesWithoutImages: [], imagesWithoutFiles: [] });
  expect(queued).toEqual([]);
});

it("lists files that no image refers to, but not those of an open collection", async () => {
  const finished = await plantCollection(clone.database, store, { accountId, amount: 1 });
  const open = await plantCollection(clone.database, store, { accountId, amount: 1, state: "processing" });
  const forgotten = [`collections/${finished.collectionId}/9-aa.png`, `collections/${randomUUID()}/1-bb.png`];
  for (const file of [...forgotten, `collections/${open.collectionId}/2-cc.png`])
    await store.put(file, Buffer.from("x"));
  const { filesWithoutImages } = await reconcile();
  expect(filesWithoutImages.toSorted()).toEqual(forgotten.toSorted());
});

it("queues images whose file is gone, and the job makes them again and keeps the count of stored bytes", async () => {
  const { collectionId, images } = await plantCollection(clone.database, store, { accountId, amount: 3 });
  const lost = images[1] as (typeof images)[number];
  await store.delete(`collections/${collectionId}/2-${lost.sha256}.png`);
  const image = { accountId, collectionId, number: 2 };
  expect((await reconcile()).imagesWithoutFiles).toEqual([image]);
  expect(queued).toEqual([image]);
  await restore(image);
  expect((await reconcile()).imagesWithoutFiles).toEqual([]);
  const [row] = await clone.database
    .selectFrom("collection_image")
    .innerJoin("collection", "collection.collection_id", "collection_image.collection_id")
    .select(["object", "byte_size", "stored_bytes"])
    .where("collection_image.collection_id", "=", collectionId)
    .where("number", "=", 2)
    .execute();
  expect(await store.get(row?.object ?? "")).toEqual(madeAgain);
  expect(Number(row?.byte_size)).toBe(madeAgain.length);
  // The planted collection counted none of its bytes.
  expect(Number(row?.stored_bytes)).toBe(madeAgain.length - lost.bytes.length);
});

it("keeps an image lost whose token metadata names other bytes than the engine makes now", async () => {
  const { collectionId, images } = await plantCollection(clone.database, store, { accountId, amount: 1 });
  const [lost] = images;
  await store.delete(`collections/${collectionId}/1-${lost?.sha256}.png`);
  const image = { accountId, collectionId, number: 1 };
  await restore(image, { hasMetadata: true });
  expect((await reconcile()).imagesWithoutFiles).toEqual([image]);
  await restore(image, { hasMetadata: true, bytes: lost?.bytes ?? Buffer.alloc(0) });
  expect((await reconcile()).imagesWithoutFiles).toEqual([]);
});

it("signs the new file of an image that had content credentials, and the row names the new ones", async () => {
  const { collectionId, images } = await plantCollection(clone.database, store, { accountId, amount: 2 });
  await clone.query("update collection_image set credential = 'urn:c2pa:old' where collection_id = $1", [
    collectionId,
  ]);
  for (const { number, sha256 } of images)
    await store.delete(`collections/${collectionId}/${number}-${sha256}.png`);
  await restore({ accountId, collectionId, number: 1 });
  await restore({ accountId, collectionId, number: 2 }, { hasMetadata: true });
  const rows = await clone.query<{ object: string; credential: string }>(
    "select object, credential from collection_image where collection_id = $1 order by number",
    [collectionId],
  );
  expect(rows.map(({ credential }) => credential)).toEqual(["urn:c2pa:new", "urn:c2pa:old"]);
  expect(await store.get(rows[0]?.object ?? "")).toEqual(Buffer.concat([madeAgain, signature]));
  expect(await store.get(rows[1]?.object ?? "")).toBeUndefined();
});
