import type { ObjectStore } from "../../../engines/storage/index.ts";
import { contentIdOf } from "../../../platform/content-id/index.ts";
import type { Database } from "../../../platform/database/database.ts";
import {
  listImagesWithoutContentId,
  type MintableCollection,
  saveContentId,
} from "./collection-tokens.repository.ts";

const imagesAtOnce = 4;

/** Computes the content ids of images that were kept without one. The second call of a collection finds nothing to do. */
export async function fillContentIds(
  database: Database,
  store: ObjectStore,
  collection: MintableCollection,
): Promise<void> {
  for (;;) {
    const images = await listImagesWithoutContentId(database, collection, imagesAtOnce);
    if (images.length === 0) return;
    await Promise.all(
      images.map(async ({ number, object }) => {
        const bytes = object && (await store.get(object));
        if (!bytes) throw new Error(`the image ${object} is not in the store`);
        await saveContentId(database, collection, number, {
          cid: await contentIdOf(bytes),
          byte_size: bytes.length,
        });
      }),
    );
  }
}
