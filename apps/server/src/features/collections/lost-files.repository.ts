import { sql } from "kysely";
import type { Database } from "../../platform/database/database.ts";
import { isOpen } from "./collection-ends.repository.ts";
import type { CollectionJob, ImageJob } from "./job-kinds.ts";

const collectionsPerPage = 500;

/** Lists the collections of every account, page by page. */
export async function* listAllCollections(
  database: Database,
): AsyncIterable<CollectionJob & { isOpen: boolean }> {
  let last: CollectionJob | undefined;
  do {
    const page = await database
      .selectFrom("collection")
      .select(["account_id as accountId", "collection_id as collectionId", "state"])
      .$if(last !== undefined, (query) =>
        query.where(sql<boolean>`(account_id, collection_id) > (${last?.accountId}, ${last?.collectionId})`),
      )
      .orderBy("account_id")
      .orderBy("collection_id")
      .limit(collectionsPerPage)
      .execute();
    for (const { state, ...collection } of page) yield { ...collection, isOpen: isOpen(state) };
    last = page.at(-1);
  } while (last);
}

/** Which of these collections exist, in any account. */
export async function findExisting(
  database: Database,
  collectionIds: readonly string[],
): Promise<Set<string>> {
  const rows = await database
    .selectFrom("collection")
    .select("collection_id as collectionId")
    .where("collection_id", "in", collectionIds)
    .execute();
  return new Set(rows.map(({ collectionId }) => collectionId));
}

/** The files of the finished images of a collection, with the number of each. */
export async function listImageFiles(
  database: Database,
  { accountId, collectionId }: CollectionJob,
): Promise<Map<string, number>> {
  const rows = await database
    .selectFrom("collection_image")
    .select(["object", "number"])
    .where("account_id", "=", accountId)
    .where("collection_id", "=", collectionId)
    .where("object", "is not", null)
    .execute();
  return new Map(rows.map(({ object, number }) => [object as string, number]));
}

/** What a finished image was made of, and its file. */
export interface FinishedImage {
  object: string;
  /** The C2PA manifest in the file. */
  credential: string | null;
  seed: number;
  traits: { trait_type: string; value: string }[];
}

export async function findFinishedImage(
  database: Database,
  { accountId, collectionId, number }: ImageJob,
): Promise<FinishedImage | undefined> {
  const row = await database
    .selectFrom("collection_image")
    .select(["object", "credential", "seed", "traits"])
    .where((where) =>
      where.and({ account_id: accountId, collection_id: collectionId, number, state: "made" }),
    )
    .executeTakeFirst();
  return row?.object ? { ...row, object: row.object } : undefined;
}

/** The file that takes the place of a lost one. */
export interface NewFile {
  object: string;
  sha256: string;
  cid: string;
  byteSize: number;
  credential: string | undefined;
}

/** Gives a finished image another file, unless it got one meanwhile. */
export async function replaceImageFile(
  database: Database,
  { accountId, collectionId, number }: ImageJob,
  lost: string,
  { object, sha256, cid, byteSize, credential }: NewFile,
): Promise<void> {
  const ofCollection = { account_id: accountId, collection_id: collectionId };
  await database.transaction().execute(async (transaction) => {
    // Locked before the image, as everywhere.
    await transaction
      .selectFrom("collection")
      .select("collection_id")
      .where((where) => where.and(ofCollection))
      .forNoKeyUpdate()
      .execute();
    const image = await transaction
      .selectFrom("collection_image")
      .select("byte_size as byteSize")
      .where((where) => where.and({ ...ofCollection, number, object: lost, state: "made" }))
      .forUpdate()
      .executeTakeFirst();
    if (!image) return;
    await transaction
      .updateTable("collection_image")
      .set({
        object,
        sha256: Buffer.from(sha256, "hex"),
        cid,
        byte_size: byteSize,
        credential: credential ?? null,
      })
      .where((where) => where.and({ ...ofCollection, number }))
      .execute();
    await transaction
      .updateTable("collection")
      .set({ stored_bytes: sql`stored_bytes + ${byteSize - Number(image.byteSize ?? 0)}` })
      .where((where) => where.and(ofCollection))
      .execute();
  });
}
