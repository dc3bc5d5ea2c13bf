import sharp from "sharp";
import { type ConcurrencyLimiter, createConcurrencyLimiter } from "../../engines/concurrency-limiter.ts";
import type { ObjectStore } from "../../engines/storage/index.ts";
import { AppError, ServiceUnavailableError } from "../../platform/errors.ts";

const maxSideInPixels = 320;
const timeoutInMs = 10_000;
const placesAtOnce = 2;
const maxWaiting = 500;
const maxWaitingPerCollection = 200;

export interface WantedThumbnail {
  collectionId: string;
  image: string;
  thumbnail: string;
}

export interface Thumbnails {
  /** Creates and stores a thumbnail; false when the image does not exist. */
  make(wanted: WantedThumbnail): Promise<boolean>;
}

/**
 * Creates the thumbnail maker: few at once, and concurrent requests for the same thumbnail share one run. Each collection
 * has its own limiter first, so that the shared limiter never holds more than two of it and collections take turns.
 */
export function createThumbnails(store: ObjectStore): Thumbnails {
  const sharedLimiter = createConcurrencyLimiter({ places: placesAtOnce, maxWaiting });
  const limitersByCollection = new Map<string, { limiter: ConcurrencyLimiter; users: number }>();
  const underWay = new Map<string, Promise<boolean>>();

  async function makeInTurn(wanted: WantedThumbnail): Promise<boolean> {
    // Checked first: names that do not exist must not delay others.
    if (!(await store.measure(wanted.image))) return false;
    const signal = AbortSignal.timeout(timeoutInMs);
    const { collectionId } = wanted;
    const own = limitersByCollection.get(collectionId) ?? {
      limiter: createConcurrencyLimiter({ places: placesAtOnce, maxWaiting: maxWaitingPerCollection }),
      users: 0,
    };
    limitersByCollection.set(collectionId, own);
    own.users++;
    try {
      return await withLimiter(own.limiter, signal, createCollectionRefusal, () =>
        withLimiter(sharedLimiter, signal, createRefusal, () => makeNow(wanted)),
      );
    } finally {
      own.users--;
      if (own.users === 0) limitersByCollection.delete(collectionId);
    }
  }

  async function makeNow({ image, thumbnail }: WantedThumbnail): Promise<boolean> {
    const bytes = await store.get(image);
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

async function withLimiter<Result>(
  limiter: ConcurrencyLimiter,
  signal: AbortSignal,
  createBusyError: () => AppError,
  work: () => Promise<Result>,
): Promise<Result> {
  const place = limiter.enter(signal);
  if (!place) throw createBusyError();
  await place.catch((cause) => {
    throw new ServiceUnavailableError("The thumbnail is not ready yet. Try again shortly.", { cause });
  });
  try {
    return await work();
  } finally {
    limiter.leave();
  }
}

function createRefusal(): AppError {
  return new ServiceUnavailableError("Too many thumbnails are being generated. Try again shortly.");
}

function createCollectionRefusal(): AppError {
  return new AppError(
    "too_many_at_once",
    `${maxWaitingPerCollection} thumbnails of this collection are already queued (limit: thumbnails). Try again shortly.`,
    { retryAfterInSeconds: 2, details: { limit: "thumbnails", value: maxWaitingPerCollection } },
  );
}
