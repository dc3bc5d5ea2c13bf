import type { GenerateImageRequest } from "@mintwright/sdk";
import { operations } from "../../api/operations.ts";
import { addRecentImages, type RecentImage } from "./recent-images.ts";

export interface GeneratedBatch {
  images: RecentImage[];
  charged: number;
  /** Messages of failed images, which are not charged. */
  problems: string[];
}

/** Generates `count` images of the same request. */
export async function generateImages(
  request: GenerateImageRequest,
  count: number,
  signal: AbortSignal,
): Promise<GeneratedBatch> {
  if (count > 1) return generateMany(request, count, signal);
  const call = operations.images.generate(request, { signal, format: "png" });
  const { data: image, credits } = await call.withResponse();
  const charged = credits?.charged ?? 0;
  const blob = new Blob([image.bytes], { type: image.contentType });
  return {
    images: addRecentImages([{ blob, seed: image.seed, request, charged }]),
    charged,
    problems: [],
  };
}

async function generateMany(
  request: GenerateImageRequest,
  count: number,
  signal: AbortSignal,
): Promise<GeneratedBatch> {
  const call = operations.images.generateMany(toManyRequest(request, count), { signal });
  const { data, credits } = await call.withResponse();
  const charged = credits?.charged ?? 0;
  const made = data.images.filter((image) => image !== null);
  const images = made.map((image) => ({
    blob: new Blob([image.bytes], { type: image.contentType }),
    seed: image.seed,
    request,
    charged: charged / made.length,
  }));
  return {
    images: addRecentImages(images),
    charged,
    problems: data.errors.map(({ message }) => message),
  };
}

export function toManyRequest(request: GenerateImageRequest, count: number) {
  return { ...request, prompt: Array.from({ length: count }, () => request.prompt) };
}
