import type { GenerateImageRequest } from "@mintwright/sdk";
import { operations } from "../../api/operations.ts";
import { addRecentImages, type RecentImage } from "./recent-images.ts";

/** What came of an order. */
export interface GeneratedBatch {
  pictures: RecentImage[];
  charged: number;
  /** Why pictures are missing; those are not charged. */
  problems: string[];
}

/** Makes one picture, or as many of the same request as were asked for. */
export async function generateImages(
  request: GenerateImageRequest,
  count: number,
  signal: AbortSignal,
): Promise<GeneratedBatch> {
  if (count > 1) return makeMany(request, count, signal);
  const call = operations.images.generate(request, { signal, format: "png" });
  const { data: image, credits } = await call.withResponse();
  const charged = credits?.charged ?? 0;
  const blob = new Blob([image.bytes], { type: image.contentType });
  return {
    pictures: addRecentImages([{ blob, seed: image.seed, request, charged }]),
    charged,
    problems: [],
  };
}

async function makeMany(
  request: GenerateImageRequest,
  count: number,
  signal: AbortSignal,
): Promise<GeneratedBatch> {
  const call = operations.images.generateMany(toManyRequest(request, count), { signal });
  const { data, credits } = await call.withResponse();
  const charged = credits?.charged ?? 0;
  const made = data.images.filter((image) => image !== null);
  const pictures = made.map((image) => ({
    blob: new Blob([image.bytes], { type: image.contentType }),
    seed: image.seed,
    request,
    charged: charged / made.length,
  }));
  return {
    pictures: addRecentImages(pictures),
    charged,
    problems: data.errors.map(({ message }) => message),
  };
}

/** The request for several pictures of the same words. */
export function toManyRequest(request: GenerateImageRequest, count: number) {
  return { ...request, prompt: Array.from({ length: count }, () => request.prompt) };
}
