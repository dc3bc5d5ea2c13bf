import sharp from "sharp";
import type { ObjectStore } from "../../engines/storage/index.ts";
import { createWaitingLine, type WaitingLine } from "../../engines/waiting-line.ts";
import { AppError, ServiceUnavailableError } from "../../platform/errors.ts";

const maxSideInPixels = 320;
const timeoutInMs = 10_000;
const placesAtOnce = 2;
const maxWaiting = 500;
const maxWaitingPerCollection = 200;

/** A thumbnail to make: of which object, and as which object it is kept. */
export interface WantedThumbnail {
  collectionId: string;
  picture: string;
  thumbnail: string;
}

/** Makes small versions of pictures, each once. */
export interface Thumbnails {
  /** Makes a thumbnail and keeps it; false when there is no such picture. */
  make(wanted: WantedThumbnail): Promise<boolean>;
}

/**
 * Creates the maker of thumbnails: few at once, and one piece of work for all who ask for the same. A collection waits in a
 * line of its own first, so that the shared line never has more than two of it and collections take turns.
 */
export function createThumbnails(store: ObjectStore): Thumbnails {
  const sharedLine = createWaitingLine({ places: placesAtOnce, maxWaiting });
  const linesByCollection = new Map<string, { line: WaitingLine; users: number }>();
  const underWay = new Map<string, Promise<boolean>>();

  async function makeInTurn(wanted: WantedThumbnail): Promise<boolean> {
    // Before any line: names that do not exist must not keep others waiting.
    if (!(await store.measure(wanted.picture))) return false;
    const signal = AbortSignal.timeout(timeoutInMs);
    const { collectionId } = wanted;
    const own = linesByCollection.get(collectionId) ?? {
      line: createWaitingLine({ places: placesAtOnce, maxWaiting: maxWaitingPerCollection }),
      users: 0,
    };
    linesByCollection.set(collectionId, own);
    own.users++;
    try {
      return await inLine(own.line, signal, createCollectionRefusal, () =>
        inLine(sharedLine, signal, createRefusal, () => makeNow(wanted)),
      );
    } finally {
      own.users--;
      if (own.users === 0) linesByCollection.delete(collectionId);
    }
  }

  async function makeNow({ picture, thumbnail }: WantedThumbnail): Promise<boolean> {
    const bytes = await store.get(picture);
    if (!bytes) return false;
    const small = await sharp(bytes)
      .resize(maxSideInPixels, maxSideInPixels, { fit: "inside", withoutEnlargement: true })
      .webp({ quality: 82 })
      .toBuffer();
    await store.putNew(thumbnail, small);
    return true;
  }

  return {
    make(wanted) {
      const known = underWay.get(wanted.thumbnail);
      if (known) return known;
      const work = makeInTurn(wanted).finally(() => underWay.delete(wanted.thumbnail));
      underWay.set(wanted.thumbnail, work);
      return work;
    },
  };
}

async function inLine<Result>(
  line: WaitingLine,
  signal: AbortSignal,
  createLineRefusal: () => AppError,
  work: () => Promise<Result>,
): Promise<Result> {
  const place = line.enter(signal);
  if (!place) throw createLineRefusal();
  await place.catch((cause) => {
    throw new ServiceUnavailableError("The thumbnail is not made yet. Try again shortly.", { cause });
  });
  try {
    return await work();
  } finally {
    line.leave();
  }
}

function createRefusal(): AppError {
  return new ServiceUnavailableError("Too many thumbnails are being made. Try again shortly.");
}

function createCollectionRefusal(): AppError {
  return new AppError(
    "too_many_at_once",
    `${maxWaitingPerCollection} thumbnails of this collection wait to be made (limit: thumbnails). Try again shortly.`,
    { retryAfterInSeconds: 2, details: { limit: "thumbnails", value: maxWaitingPerCollection } },
  );
}
