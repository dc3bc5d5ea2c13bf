import sharp from "sharp";
import type { ObjectStore } from "../../engines/storage/index.ts";
import { createWaitingLine } from "../../engines/waiting-line.ts";
import { ServiceUnavailableError } from "../../platform/errors.ts";
import { getPictureObject, getThumbnailObject } from "./picture-store.ts";

const maxSideInPixels = 320;
const timeoutInMs = 10_000;

/** Makes small versions of pictures, each once. */
export interface Thumbnails {
  /** Makes and keeps the small version; false when there is no such picture. */
  make(sha256: string): Promise<boolean>;
}

/** Creates the maker of thumbnails: few at once, and one piece of work for all who ask for the same. */
export function createThumbnails(store: ObjectStore): Thumbnails {
  const line = createWaitingLine({ places: 2, maxWaiting: 500 });
  const underWay = new Map<string, Promise<boolean>>();

  async function make(sha256: string): Promise<boolean> {
    const place = line.enter(AbortSignal.timeout(timeoutInMs));
    if (!place) throw new ServiceUnavailableError("Too many thumbnails are being made. Try again shortly.");
    await place.catch((cause) => {
      throw new ServiceUnavailableError("The thumbnail is not made yet. Try again shortly.", { cause });
    });
    try {
      const picture = await store.get(getPictureObject(sha256));
      if (!picture) return false;
      const small = await sharp(picture)
        .resize(maxSideInPixels, maxSideInPixels, { fit: "inside", withoutEnlargement: true })
        .webp({ quality: 82 })
        .toBuffer();
      await store.putNew(getThumbnailObject(sha256), small);
      return true;
    } finally {
      line.leave();
    }
  }

  return {
    make(sha256) {
      const known = underWay.get(sha256);
      if (known) return known;
      const work = make(sha256).finally(() => underWay.delete(sha256));
      underWay.set(sha256, work);
      return work;
    },
  };
}
