import { setTimeout as sleep } from "node:timers/promises";
import type { ImageModelName } from "@mintwright/api-contract";
import { type busy, createBatcher } from "../../platform/batcher.ts";
import type { Database } from "../../platform/database/database.ts";
import { isLockTimeout, isWorthRetrying } from "../../platform/database/database-errors.ts";
import type { Logger } from "../../platform/logging.ts";
import { type Loop, startLoop } from "../../platform/loop.ts";
import type { Enqueue } from "../../platform/queue/queue.ts";
import type { Metrics } from "../../platform/telemetry/metrics.ts";
import { withSpan } from "../../platform/telemetry/spans.ts";
import { closeFinishedCollections } from "./collection-keeper.ts";
import {
  type ClaimImages,
  claimImages,
  finishImages,
  type ImageClaim,
  type ImageResult,
  listLiveFences,
  releaseUnknownClaims,
} from "./image-claims.repository.ts";
import { pauseImageQueue, resumeImageQueue } from "./image-queues.repository.ts";
import { createImageRequests } from "./image-requests.ts";
import { type ImageMaking, makeImage } from "./make-image.ts";
import { requestCleanup } from "./stray-files.repository.ts";

export interface EnginePlaces {
  models: ImageModelName[];
  places: number;
  /** Images in progress on it across all workers; undefined when each worker has its own engine. */
  limit: number | undefined;
}

export interface ImageWorkParts extends ImageMaking {
  database: Database;
  enqueue: Enqueue;
  engines: readonly EnginePlaces[];
  imagesPerAccount: number;
  processId: string;
  logger: Logger;
  metrics: Pick<Metrics, "collectionImages">;
  /** How images are claimed; replaced only by benchmarks. */
  claim?: ClaimImages;
  /** How long running images may take to finish after `stop`, 10,000 by default. */
  stopPatienceInMs?: number;
}

/** How often an idle worker looks for images. */
const idleInMs = 250;
const watchInMs = 1_000;
const internalRetryInMs = 2_000;
const maxResultsPerStatement = 200;
/** An image costs seconds of a GPU, so its result waits long for a locked account before the claim is lost. */
const lockPatienceInMs = 10 * 60_000;

const unwritableResult: ImageResult = {
  outcome: "failed",
  code: "internal_error",
  message: "This image failed on our side. It is refunded.",
};

export interface ImageWork {
  stop(): Promise<void>;
}

/** Generates images of collections until it is stopped, each engine at its own pace. */
export function startImageWork(parts: ImageWorkParts): ImageWork {
  const { database, processId, logger, claim = claimImages, stopPatienceInMs = 10_000 } = parts;
  const getImageRequest = createImageRequests(database);
  const stopping = new AbortController();
  const running = new Map<number, { abort: AbortController; done: Promise<void> }>();

  /** Collections of which an image has just finished, possibly the last one. */
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
      giveUp: ({ claim: { accountId } }) =>
        new Error(`account ${accountId} is still locked by another transaction`),
    },
  );

  // One run at a time, however many batches are written meanwhile.
  async function closeTouched(): Promise<void> {
    if (isClosing) return;
    isClosing = true;
    while (touched.size > 0) {
      const candidates = [...touched.values()];
      touched.clear();
      await closeFinishedCollections(parts, candidates).catch((error) =>
        logger.warn({ error }, "closing finished collections failed, collection maintenance will retry"),
      );
    }
    isClosing = false;
  }

  // Results wait here while the database is down: nothing is charged before they are recorded.
  async function finishPatiently(
    results: { claim: ImageClaim; result: ImageResult }[],
    lockWaitInMs: number,
  ): Promise<(boolean | typeof busy)[]> {
    for (let pauseInMs = 100; ; pauseInMs = Math.min(2 * pauseInMs, 5_000)) {
      try {
        return await finishImages(database, processId, results, lockWaitInMs);
      } catch (error) {
        // A stopping process deregisters, and its images are reclaimed.
        if (stopping.signal.aborted || isLockTimeout(error) || !isWorthRetrying(error)) throw error;
        logger.warn({ error, images: results.length }, "image results write failed, will retry");
        await sleep(pauseInMs, undefined, { signal: stopping.signal }).catch(() => {});
      }
    }
  }

  async function make(imageClaim: ImageClaim, signal: AbortSignal): Promise<ImageResult> {
    const { accountId, collectionId, model } = imageClaim;
    try {
      const result = await makeImage(parts, imageClaim, await getImageRequest(accountId, collectionId), {
        signal,
        onEngineDown: ({ retryAfterInMs }) => pauseImageQueue(database, model, retryAfterInMs),
      });
      if (imageClaim.isProbe && result.outcome !== "back") await resumeImageQueue(database, model);
      return result;
    } catch (error) {
      logger.warn(
        { error, collectionId, number: imageClaim.number },
        "image job failed internally, will retry",
      );
      return { outcome: "back", retryInMs: internalRetryInMs };
    }
  }

  async function handIn(imageClaim: ImageClaim, result: ImageResult): Promise<void> {
    const isAccepted = await finish({ claim: imageClaim, result }).catch((error) => {
      if (isWorthRetrying(error) || result.outcome === "failed") throw error;
      logger.error(
        { error, collectionId: imageClaim.collectionId },
        "image result rejected by the database, image marked as failed",
      );
      return finish({ claim: imageClaim, result: unwritableResult });
    });
    parts.metrics.collectionImages.inc({ outcome: isAccepted ? result.outcome : "refused" });
    if (!isAccepted && result.outcome === "made")
      await requestCleanup(database, parts.enqueue, imageClaim.accountId, imageClaim.collectionId);
  }

  /** Starts work on an image. Its slot is free once it is generated: the next image starts while its result is written. */
  function start(imageClaim: ImageClaim, onGenerated: () => void, onDone: () => void): void {
    const abort = new AbortController();
    const { collectionId, number, model } = imageClaim;
    const attributes = {
      "mintwright.collection_id": collectionId,
      "mintwright.image": number,
      "mintwright.model": model,
    };
    const done = withSpan("image", attributes, () =>
      make(imageClaim, abort.signal)
        .finally(onGenerated)
        .then((result) => handIn(imageClaim, result)),
    )
      .catch((error) =>
        logger.error(
          { error, collectionId, number },
          "image job abandoned: result not recorded, claim will be reclaimed",
        ),
      )
      .finally(() => {
        running.delete(imageClaim.fence);
        onDone();
      });
    running.set(imageClaim.fence, { abort, done });
  }

  function serveEngine({ models, places, limit }: EnginePlaces): Loop {
    let generating = 0;
    let unwritten = 0;
    const loop = startLoop(
      {
        intervalInMs: idleInMs,
        onError: (error) => logger.warn({ error }, "claiming images failed, will retry"),
      },
      async () => {
        // At most a second round of results may wait to be written.
        const slots = Math.min(places - generating, 2 * places - generating - unwritten);
        if (slots <= 0) return Number.POSITIVE_INFINITY;
        const claims = await claim(database, {
          processId,
          models,
          slots,
          engineLimit: limit,
          accountLimit: parts.imagesPerAccount,
        });
        for (const imageClaim of claims) {
          generating++;
          start(
            imageClaim,
            () => {
              generating--;
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
        // A claim visits only a few accounts: while it finds images there may be more.
        return claims.length > 0 ? 0 : undefined;
      },
    );
    return loop;
  }

  // Aborts images that were cancelled, or reclaimed because this process missed its heartbeat.
  function watchClaims(): Loop {
    return startLoop(
      {
        intervalInMs: watchInMs,
        startsWithPause: true,
        onError: (error) => logger.warn({ error }, "checking image claims failed, will retry"),
      },
      async () => {
        const mine = [...running];
        const live = await listLiveFences(database, processId);
        for (const [fence, { abort }] of mine) if (!live.has(fence)) abort.abort();
        await releaseUnknownClaims(database, processId, [...running.keys()]);
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
