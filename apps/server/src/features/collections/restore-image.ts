import { hash } from "node:crypto";
import { contentIdOf } from "../../platform/content-id/index.ts";
import type { Database } from "../../platform/database/database.ts";
import type { Logger } from "../../platform/logging.ts";
import type { JobDefinition } from "../../platform/queue/queue.ts";
import { getSharedImageRequest } from "./collections.repository.ts";
import { nameFile } from "./image-files.ts";
import { type CollectionJob, restoreImageKind } from "./job-kinds.ts";
import { findFinishedImage, replaceImageFile } from "./lost-files.repository.ts";
import type { ImageMaking } from "./make-image.ts";

export interface RestoreParts extends Pick<ImageMaking, "images" | "store"> {
  database: Database;
  logger: Logger;
  /** Whether token metadata that names the images of a collection was handed out. */
  hasMetadata(collection: CollectionJob): Promise<boolean>;
}

/** The job that makes the file of a finished image again, from the same seed. It charges nothing and tells nobody. */
export function createRestoreImageJob(parts: RestoreParts): JobDefinition {
  const { database, store, images, logger, hasMetadata } = parts;
  return {
    ...restoreImageKind,
    async handle(payload, context) {
      const key = restoreImageKind.payload.parse(payload);
      const { accountId, collectionId, number } = key;
      const image = await findFinishedImage(database, key);
      if (!image || (await store.measure(image.object))) return;
      const { bytes, credential } = await images.generateFile({
        ...(await getSharedImageRequest(database, accountId, collectionId)),
        seed: image.seed,
        traits: image.traits,
        isSigned: image.credential !== null,
        signal: context?.signal ?? new AbortController().signal,
      });
      const sha256 = hash("sha256", bytes, "hex");
      const object = nameFile(collectionId, number, sha256);
      // A token's metadata names the bytes of its image: another image would contradict it.
      if (object !== image.object && (await hasMetadata(key))) {
        logger.error(
          { collectionId, number, lost: image.object },
          "image not restored: the engine made other bytes than its token's metadata names; copy the file back from IPFS or an older backup",
        );
        return;
      }
      await store.put(object, bytes);
      const cid = await contentIdOf(bytes);
      const file = { object, sha256, cid, byteSize: bytes.length, credential };
      await replaceImageFile(database, key, image.object, file);
    },
  };
}
