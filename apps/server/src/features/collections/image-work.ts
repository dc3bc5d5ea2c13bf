import { setTimeout as sleep } from "node:timers/promises";
import type { ImageModelName } from "@mintwright/api-contract";
import { type busy, createBatcher } from "../../platform/batcher.ts";
import type { Database } from "../../platform/database/database.ts";
import { isLockTimeout, isWorthRetrying } from "../../platform/database/database-errors.ts";
import type { Logger } from "../../platform/logging.ts";
import { type Loop, startLoop } from "../../platform/loop.ts";
import type { Enqueue } from "../../platform/queue/queue.ts";
import type { Metrics } from "../../platform/telemetry/metrics.ts";
import { closeFinishedCollections } from "./collection-keeper.ts";
import { pauseLine, resumeLine } from "./engine-lines.repository.ts";
import {
  type ClaimImages,
  claimImages,
  finishImages,
  giveBackForgotten,
  type ImageClaim,
  type ImageResult,
  listLiveFences,
} from "./image-claims.repository.ts";
import { type ImageMaking, makeImage } from "./make-image.ts";
import { createPictureRequests } from "./picture-requests.ts";
import { askForTidying } from "./tidying.repository.ts";

/** One engine as the work on collections sees it. */
export interface EnginePlaces {
  models: ImageModelName[];
  /** Images that this worker may have under way on it. */
  places: number;
  /** Images under way on it in all workers together; undefined when each worker has an engine of its own. */
  limit: number | undefined;
}

/** What the work on collections needs. */
export interface ImageWorkParts extends ImageMaking {
  database: Database;
  enqueue: Enqueue;
  engines: readonly EnginePlaces[];
  imagesPerAccount: number;
  processId: string;
  logger: Logger;
  metrics: Pick<Metrics, "collectionImages">;
  /** How images are chosen; fairly unless a measurement compares. */
  claim?: ClaimImages;
  /** What runs when the work is told to stop may end by itself for so long, 10,000 by default. */
  stopPatienceInMs?: number;
}

/** How often an idle worker looks for images. */
const idleInMs = 250;
/** How often a worker looks whether its images are still wanted. */
const watchInMs = 1_000;
/** After a fault of our own an image is tried again so much later. */
const giveBackInMs = 2_000;
const maxResultsPerStatement = 200;
/** An image costs a GPU's seconds; its result waits long for a locked account before the image is claimed again. */
const lockPatienceInMs = 10 * 60_000;

const unwritableResult: ImageResult = {
  outcome: "failed",
  code: "internal_error",
  message: "This image failed on our side. It is refunded.",
};

/** Work that can be ended. */
export interface ImageWork {
  stop(): Promise<void>;
}

/** Makes the images of collections until it is stopped, each engine at its own pace. */
export function startImageWork(parts: ImageWorkParts): ImageWork {
  const { database, processId, logger, claim = claimImages, stopPatienceInMs = 10_000 } = parts;
  const getPicture = createPictureRequests(database);
  const stopping = new AbortController();
  /** What runs here, by its fence. */
  const running = new Map<number, { abort: AbortController; done: Promise<void> }>();

  /** Collections of which an image was just finished: perhaps the last one. */
  const touched = new Map<string, { accountId: string; collectionId: string }>();
  let isClosing = false;

  const finish = createBatcher<{ claim: ImageClaim; result: ImageResult }, boolean>(
    async (results, lockWaitInMs) => {
      const accepted = await finishPatiently(results, lockWaitInMs);
      for (const [index, { claim: finished, result }] of results.entries()) {
        const isEnd = result.outcome === "made" || result.outcome === "failed";
        if (accepted[index] === true && isEnd) touched.set(finished.collectionId, finished);
      }
      void closeTouched();
      return accepted;
    },
    {
      maxItems: maxResultsPerStatement,
      laneOf: ({ claim: { accountId } }) => accountId,
      patienceInMs: lockPatienceInMs,
      giveUp: ({ claim: { accountId } }) => new Error(`account ${accountId} stays locked`),
    },
  );

  // One look at a time, however many batches are written meanwhile.
  async function closeTouched(): Promise<void> {
    if (isClosing) return;
    isClosing = true;
    while (touched.size > 0) {
      const candidates = [...touched.values()];
      touched.clear();
      await closeFinishedCollections(parts, candidates).catch((error) =>
        logger.warn({ error }, "collections could not be closed; they will be looked at again"),
      );
    }
    isClosing = false;
  }

  // While the database is away the results wait here: nothing is paid for before they are written.
  async function finishPatiently(
    results: { claim: ImageClaim; result: ImageResult }[],
    lockWaitInMs: number,
  ): Promise<(boolean | typeof busy)[]> {
    for (let pauseInMs = 100; ; pauseInMs = Math.min(2 * pauseInMs, 5_000)) {
      try {
        return await finishImages(database, processId, results, lockWaitInMs);
      } catch (error) {
        // A process that stops signs off, and its images are taken back.
        if (stopping.signal.aborted || isLockTimeout(error) || !isWorthRetrying(error)) throw error;
        logger.warn({ error, images: results.length }, "image results not written, will retry");
        await sleep(pauseInMs, undefined, { signal: stopping.signal }).catch(() => {});
      }
    }
  }

  async function make(imageClaim: ImageClaim, signal: AbortSignal): Promise<ImageResult> {
    const { accountId, collectionId, model } = imageClaim;
    try {
      const result = await makeImage(parts, imageClaim, await getPicture(accountId, collectionId), {
        signal,
        onEngineDown: ({ retryAfterInMs }) => pauseLine(database, model, retryAfterInMs),
      });
      if (imageClaim.isProbe && result.outcome !== "back") await resumeLine(database, model);
      return result;
    } catch (error) {
      logger.warn({ error, collectionId }, "an image was given back");
      return { outcome: "back", retryInMs: giveBackInMs };
    }
  }

  async function handIn(imageClaim: ImageClaim, result: ImageResult): Promise<void> {
    const isAccepted = await finish({ claim: imageClaim, result }).catch((error) => {
      if (isWorthRetrying(error) || result.outcome === "failed") throw error;
      logger.error({ error, collectionId: imageClaim.collectionId }, "image result refused, image fails");
      return finish({ claim: imageClaim, result: unwritableResult });
    });
    parts.metrics.collectionImages.inc({ outcome: isAccepted ? result.outcome : "refused" });
    if (!isAccepted && result.outcome === "made")
      await askForTidying(database, parts.enqueue, imageClaim.accountId, imageClaim.collectionId);
  }

  /** Works on an image. Its place is free when it is painted; others may be painted while its result is written. */
  function start(imageClaim: ImageClaim, onPainted: () => void, onDone: () => void): void {
    const abort = new AbortController();
    const done = make(imageClaim, abort.signal)
      .finally(onPainted)
      .then((result) => handIn(imageClaim, result))
      .catch((error) => logger.error({ error, collectionId: imageClaim.collectionId }, "an image was left"))
      .finally(() => {
        running.delete(imageClaim.fence);
        onDone();
      });
    running.set(imageClaim.fence, { abort, done });
  }

  function serveEngine({ models, places, limit }: EnginePlaces): Loop {
    let painting = 0;
    let unwritten = 0;
    const loop = startLoop(
      {
        intervalInMs: idleInMs,
        onError: (error) => logger.warn({ error }, "images not claimed, will retry"),
      },
      async () => {
        // No more than a second round of results may wait to be written.
        const slots = Math.min(places - painting, 2 * places - painting - unwritten);
        if (slots <= 0) return Number.POSITIVE_INFINITY;
        const claims = await claim(database, {
          processId,
          models,
          slots,
          engineLimit: limit,
          accountLimit: parts.imagesPerAccount,
        });
        for (const imageClaim of claims) {
          painting++;
          start(
            imageClaim,
            () => {
              painting--;
              unwritten++;
              loop.wake();
            },
            () => {
              unwritten--;
              loop.wake();
            },
          );
        }
        if (claims.length === slots) return Number.POSITIVE_INFINITY;
        // A claim visits a few accounts only: while it finds something there may be more.
        return claims.length > 0 ? 0 : undefined;
      },
    );
    return loop;
  }

  // What was cancelled, or given to another because this process was silent, is not painted to its end.
  function watchClaims(): Loop {
    return startLoop(
      {
        intervalInMs: watchInMs,
        startsWithPause: true,
        onError: (error) => logger.warn({ error }, "image claims not checked, will retry"),
      },
      async () => {
        const mine = [...running];
        const live = await listLiveFences(database, processId);
        for (const [fence, { abort }] of mine) if (!live.has(fence)) abort.abort();
        await giveBackForgotten(database, processId, [...running.keys()]);
      },
    );
  }

  const loops = [...parts.engines.map(serveEngine), watchClaims()];
  return {
    async stop() {
      stopping.abort();
      await Promise.all(loops.map((loop) => loop.stop()));
      const ends = Promise.all([...running.values()].map(({ done }) => done));
      await Promise.race([ends, sleep(stopPatienceInMs, undefined, { ref: false })]);
      for (const { abort } of running.values()) abort.abort();
      await ends;
    },
  };
}
