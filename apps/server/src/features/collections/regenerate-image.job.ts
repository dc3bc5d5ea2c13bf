import { hash } from "node:crypto";
import { contentIdOf } from "../../platform/content-id/index.ts";
import type { Database } from "../../platform/database/database.ts";
import { AppError, ServiceUnavailableError } from "../../platform/errors.ts";
import type { Enqueue, JobDefinition } from "../../platform/queue/queue.ts";
import { getSharedImageRequest } from "./collections.repository.ts";
import { nameFile } from "./image-files.ts";
import { regenerateImageKind } from "./job-kinds.ts";
import { type ImageMaking, isLasting, maxFailures } from "./make-image.ts";
import { failRegeneration, findRegeneration, finishRegeneration } from "./regenerations.repository.ts";
import { requestCleanup } from "./stray-files.repository.ts";

export interface RegenerateParts extends Pick<ImageMaking, "images" | "store"> {
  database: Database;
  enqueue: Enqueue;
  /** How long an order waits for an engine that is down. */
  enginePatienceInMs: number;
}

/** The job that generates the image of a token again. The old image stays until the new one replaces it. */
export function createRegenerateImageJob(parts: RegenerateParts): JobDefinition {
  const { database, enqueue, store, images, enginePatienceInMs } = parts;
  return {
    ...regenerateImageKind,
    async handle(payload, context) {
      const key = regenerateImageKind.payload.parse(payload);
      const { accountId, collectionId, number } = key;
      const signal = context?.signal ?? new AbortController().signal;
      const order = await findRegeneration(database, key);
      if (!order) return;
      try {
        const { bytes, ...made } = await images.generateFile({
          ...(await getSharedImageRequest(database, accountId, collectionId)),
          seed: order.seed,
          traits: order.traits,
          signal,
        });
        signal.throwIfAborted();
        const sha256 = hash("sha256", bytes, "hex");
        const object = nameFile(collectionId, number, sha256);
        await store.put(object, bytes);
        const image = { object, sha256, cid: await contentIdOf(bytes), byteSize: bytes.length, ...made };
        if (!(await finishRegeneration(database, enqueue, key, order, image)))
          await requestCleanup(database, enqueue, accountId, collectionId);
      } catch (error) {
        const isAway =
          error instanceof ServiceUnavailableError ||
          (error instanceof AppError && error.code === "engine_unavailable");
        const isTooLate = Date.now() - Number(order.created_at) > enginePatienceInMs;
        const isOver = isAway ? isTooLate : isLasting(error) || (context?.attempt ?? 1) >= maxFailures;
        // The queue tries again.
        if (signal.aborted || !isOver) throw error;
        const problem =
          error instanceof AppError ? error.message : "The image failed on our side. Order it again.";
        await failRegeneration(database, key, order, problem);
      }
    },
  };
}
