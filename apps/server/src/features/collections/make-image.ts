import { hash } from "node:crypto";
import type { ObjectStore } from "../../engines/storage/index.ts";
import { contentIdOf } from "../../platform/content-id/index.ts";
import { AppError, ServiceUnavailableError } from "../../platform/errors.ts";
import type { ImageService } from "../images/index.ts";
import type { SharedPicture } from "./collections.repository.ts";
import type { ImageClaim, ImageResult } from "./image-claims.repository.ts";
import { nameFile } from "./image-files.ts";

const maxFailures = 4;
const firstRetryInMs = 1_000;
/** A picture costs a GPU's seconds, and those without a place to be kept are lost. */
const storePauseInMs = 5_000;
/** Whoever has it dies: an image that takes its worker along is given up at last. */
const maxLosses = 10;

/** Errors that another attempt cannot mend. */
const lastingErrors: ReadonlySet<string> = new Set(["content_refused", "invalid_request"]);

/** The engine of an image does not answer: not the image's fault. */
export interface EngineDown {
  retryAfterInMs: number;
}

/** What making an image needs. */
export interface ImageMaking {
  images: Pick<ImageService, "paintFile">;
  store: ObjectStore;
  /** Runs before each image is painted; what it throws counts as a failure of the image. */
  beforeImage?: ((claim: ImageClaim, signal: AbortSignal) => Promise<void>) | undefined;
}

/** Makes the image of a claim and keeps its file, or tells how it ended instead. */
export async function makeImage(
  { images, store, beforeImage }: ImageMaking,
  claim: ImageClaim,
  picture: SharedPicture,
  { signal, onEngineDown }: { signal: AbortSignal; onEngineDown(down: EngineDown): Promise<void> },
): Promise<ImageResult> {
  if (claim.losses >= maxLosses) {
    const message = "Every worker that tried to make this image ended before it was made. It is refunded.";
    return { outcome: "failed", code: "internal_error", message };
  }
  try {
    await beforeImage?.(claim, signal);
    const { bytes, ...made } = await images.paintFile({
      ...picture,
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
    // The store is away, which no image can help: it has as many attempts left as before.
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
