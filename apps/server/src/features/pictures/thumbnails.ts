import sharp from "sharp";
import type { ObjectStore } from "../../engines/storage/index.ts";
import { createWaitingLine } from "../../engines/waiting-line.ts";
import { ServiceUnavailableError } from "../../platform/errors.ts";

const maxSideInPixels = 320;
const timeoutInMs = 10_000;

/** Makes small versions of pictures, each once. */
export interface Thumbnails {
  /** Makes the small version of one object and keeps it as another; false when there is no such picture. */
  make(picture: string, thumbnail: string): Promise<boolean>;
}

/** Creates the maker of thumbnails: few at once, and one piece of work for all who ask for the same. */
export function createThumbnails(store: ObjectStore): Thumbnails {
  const line = createWaitingLine({ places: 2, maxWaiting: 500 });
  const underWay = new Map<string, Promise<boolean>>();

  async function make(picture: string, thumbnail: string): Promise<boolean> {
    const place = line.enter(AbortSignal.timeout(timeoutInMs));
    if (!place) throw new ServiceUnavailableError("Too many thumbnails are being made. Try again shortly.");
    await place.catch((cause) => {
      throw new ServiceUnavailableError("The thumbnail is not made yet. Try again shortly.", { cause });
    });
    try {
      const bytes = await store.get(picture);
      if (!bytes) return false;
      const small = await sharp(bytes)
        .resize(maxSideInPixels, maxSideInPixels, { fit: "inside", withoutEnlargement: true })
        .webp({ quality: 82 })
        .toBuffer();
      await store.putNew(thumbnail, small);
      return true;
    } finally {
      line.leave();
    }
  }

  return {
    make(picture, thumbnail) {
      const known = underWay.get(thumbnail);
      if (known) return known;
      const work = make(picture, thumbnail).finally(() => underWay.delete(thumbnail));
      underWay.set(thumbnail, work);
      return work;
    },
  };
}
