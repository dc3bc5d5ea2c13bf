import { hash } from "node:crypto";
import type { ObjectStore } from "../../engines/storage/index.ts";
import { contentIdOf } from "../../platform/content-id/index.ts";
import { AppError, ServiceUnavailableError } from "../../platform/errors.ts";
import type { ImageService } from "../images/index.ts";
import type { SharedImageRequest } from "./collections.repository.ts";
import type { ImageClaim, ImageResult } from "./image-claims.repository.ts";
import { nameFile } from "./image-files.ts";

/** After so many failed attempts an image fails for good. */
export const maxFailures = 4;
const firstRetryInMs = 1_000;
/** Pause while the store is down: generating images that cannot be stored would waste GPU time. */
const storePauseInMs = 5_000;
/** An image whose worker dies this often fails for good. */
const maxLosses = 10;

/** Errors that another attempt cannot fix. */
const lastingErrors: ReadonlySet<string> = new Set(["content_refused", "invalid_request"]);

export function isLasting(error: unknown): boolean {
  return error instanceof AppError && lastingErrors.has(error.code);
}

/** The engine of an image is down, so the attempt does not count as a failure of the image. */
export interface EngineDown {
  retryAfterInMs: number;
}

export interface ImageMaking {
  images: Pick<ImageService, "generateFile">;
  store: ObjectStore;
  /** Called before each image; an error counts as a failure of the image. */
  beforeImage?: ((claim: ImageClaim, signal: AbortSignal) => Promise<void>) | undefined;
}

/** Generates the image of a claim and stores its file. Never throws for a failed image: the result says how it ended. */
export async function makeImage(
  { images, store, beforeImage }: ImageMaking,
  claim: ImageClaim,
  image: SharedImageRequest,
  { signal, onEngineDown }: { signal: AbortSignal; onEngineDown(down: EngineDown): Promise<void> },
): Promise<ImageResult> {
  if (claim.losses >= maxLosses) {
    const message = "Every worker that tried to generate this image crashed. It is refunded.";
    return { outcome: "failed", code: "internal_error", message };
  }
  try {
    await beforeImage?.(claim, signal);
    const { bytes, ...made } = await images.generateFile({
      ...image,
      seed: claim.seed,
      traits: claim.traits,
      signal,
    });
    signal.throwIfAborted();
    const sha256 = hash("sha256", bytes, "hex");
    const object = nameFile(claim.collectionId, claim.number, sha256);
    await store.put(object, bytes);
    const cid = await contentIdOf(bytes);
    return { outcome: "made", image: { object, sha256, cid, byteSize: bytes.length, ...made } };
  } catch (error) {
    if (signal.aborted) return { outcome: "back", retryInMs: 0 };
    if (error instanceof AppError && error.code === "engine_unavailable") {
      await onEngineDown({ retryAfterInMs: (error.retryAfterInSeconds ?? 1) * 1000 });
      return { outcome: "back", retryInMs: 0 };
    }
    // The store is down, which is not the image's fault: the attempt does not count.
    if (error instanceof ServiceUnavailableError) return { outcome: "back", retryInMs: storePauseInMs };
    return describeFailure(error, claim.failures + 1);
  }
}

function describeFailure(error: unknown, failures: number): ImageResult {
  const { code, message } =
    error instanceof AppError
      ? error
      : { code: "internal_error", message: "This image failed on our side. It is refunded." };
  if (lastingErrors.has(code) || failures >= maxFailures) return { outcome: "failed", code, message };
  const retryInMs = firstRetryInMs * 2 ** (failures - 1) * (0.75 + Math.random() / 2);
  return { outcome: "retry", code, message, retryInMs: Math.round(retryInMs) };
}
