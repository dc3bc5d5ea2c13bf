import type { ObjectStore } from "../../../engines/storage/index.ts";
import { contentIdOf } from "../../../platform/content-id/index.ts";
import type { Database } from "../../../platform/database/database.ts";
import type { MintableCollection } from "./collection-tokens.repository.ts";

const imagesAtOnce = 4;

/** Computes the content ids of images that were kept without one. The second call of a collection finds nothing to do. */
export async function fillContentIds(
  database: Database,
  store: ObjectStore,
  { accountId, collectionId }: MintableCollection,
): Promise<void> {
  for (;;) {
    const images = await database
      .selectFrom("collection_image")
      .select(["number", "object"])
      .where("account_id", "=", accountId)
      .where("collection_id", "=", collectionId)
      .where("state", "=", "made")
      .where("cid", "is", null)
      .orderBy("number")
      .limit(imagesAtOnce)
      .execute();
    if (images.length === 0) return;
    await Promise.all(
      images.map(async ({ number, object }) => {
        const bytes = object && (await store.get(object));
        if (!bytes) throw new Error(`the image ${object} is not in the store`);
        await database
          .updateTable("collection_image")
          .set({ cid: await contentIdOf(bytes), byte_size: bytes.length })
          .where("account_id", "=", accountId)
          .where("collection_id", "=", collectionId)
          .where("number", "=", number)
          .execute();
      }),
    );
  }
}
