import { createHash, randomUUID } from "node:crypto";
import type { ObjectStore } from "../../engines/storage/index.ts";
import { contentIdOf } from "../../platform/content-id/index.ts";
import type { Database } from "../../platform/database/database.ts";

/** A collection whose images are there, without anybody having generated them. */
export interface PlantedCollection {
  accountId: string;
  collectionId: string;
  images: { number: number; bytes: Buffer; cid: string; sha256: string }[];
}

/** What is planted. */
export interface Planting {
  accountId: string;
  amount: number;
  state?: "queued" | "processing" | "completed" | "failed" | "cancelled";
  chainId?: number;
  walletAddress?: string;
  /** Numbers of images that could not be made. */
  failed?: number[];
  /** Bytes of image n. */
  bytesOf?: (number: number) => Buffer;
}

const insertsAtOnce = 1_000;
/** The store syncs every file to disk: one after another, 10,000 files take half a minute. */
const filesAtOnce = 50;

/** Puts a collection with its images into the database and the store. */
export async function plantCollection(
  database: Database,
  store: ObjectStore,
  {
    accountId,
    amount,
    state = "completed",
    chainId = 31_337,
    walletAddress = "0x70997970C51812dc3A010C7d01b50e0d17dc79C8",
    failed = [],
    bytesOf = (number) => Buffer.from(`image ${number} of ${accountId}`),
  }: Planting,
): Promise<PlantedCollection> {
  const collectionId = randomUUID();
  await database
    .insertInto("collection")
    .values({
      account_id: accountId,
      collection_id: collectionId,
      key_id: randomUUID(),
      state,
      amount,
      price_each: 100,
      hold_id: randomUUID(),
      request: JSON.stringify({ prompt: "harbour foxes", style: "woodcut" }),
      model: "velogen",
      seed: 7,
      chain_id: chainId,
      wallet_address: walletAddress,
    })
    .execute();
  const images: PlantedCollection["images"] = [];
  const rows = [];
  const files: { object: string; bytes: Buffer }[] = [];
  for (let number = 1; number <= amount; number++) {
    const key = { account_id: accountId, collection_id: collectionId, number, seed: number * 11 };
    const traits = JSON.stringify([{ trait_type: "coat", value: number % 2 ? "red" : "silver" }]);
    if (failed.includes(number)) {
      rows.push({ ...key, traits, state: "failed" as const });
      continue;
    }
    const bytes = bytesOf(number);
    const sha256 = createHash("sha256").update(bytes).digest();
    const object = `collections/${collectionId}/${number}-${sha256.toString("hex")}.png`;
    files.push({ object, bytes });
    const cid = await contentIdOf(bytes);
    images.push({ number, bytes, cid, sha256: sha256.toString("hex") });
    rows.push({
      ...key,
      traits,
      state: "made" as const,
      object,
      sha256,
      cid,
      byte_size: bytes.length,
      engine: "sketch",
      made_at: new Date(),
    });
  }
  for (let at = 0; at < files.length; at += filesAtOnce)
    await Promise.all(files.slice(at, at + filesAtOnce).map(({ object, bytes }) => store.put(object, bytes)));
  for (let at = 0; at < rows.length; at += insertsAtOnce) {
    await database
      .insertInto("collection_image")
      .values(rows.slice(at, at + insertsAtOnce))
      .execute();
  }
  return { accountId, collectionId, images };
}
