import type { Answer, GeneratedImage, GenerateImageRequest } from "@mintwright/sdk";
import { operations } from "../../api/operations.ts";
import { type ShownImage, toUnstoredImage } from "./shown-image.ts";

export interface GeneratedBatch {
  /** Ids of the library items. */
  itemIds: string[];
  /** Images that were delivered and not stored, because the account's storage is full. */
  unstored: ShownImage[];
  /** Messages of failed images, which are not charged. */
  problems: string[];
}

/** Generates `count` images of the same request. */
export async function generateImages(
  request: GenerateImageRequest,
  count: number,
  signal: AbortSignal,
): Promise<GeneratedBatch> {
  if (count === 1) {
    const call = operations.images.generate(request, { signal, format: "png" });
    const answer = await call.withResponse();
    return describeBatch(request, answer, [answer.data], []);
  }
  const call = operations.images.generateMany(toManyRequest(request, count), { signal });
  const answer = await call.withResponse();
  const made = answer.data.images.filter((image) => image !== null);
  const problems = answer.data.errors.map(({ message }) => message);
  return describeBatch(request, answer, made, problems);
}

function describeBatch(
  request: GenerateImageRequest,
  { stored, credits }: Answer<unknown>,
  made: GeneratedImage[],
  problems: string[],
): GeneratedBatch {
  if (stored) return { itemIds: stored.itemIds, unstored: [], problems };
  const charged = (credits?.charged ?? 0) / made.length;
  return {
    itemIds: [],
    unstored: made.map((image) => toUnstoredImage(image, request, charged)),
    problems,
  };
}

export function toManyRequest(request: GenerateImageRequest, count: number) {
  return { ...request, prompt: Array.from({ length: count }, () => request.prompt) };
}
