import type { GenerateImageRequest } from "@mintwright/sdk";
import { useSyncExternalStore } from "react";
import { createId } from "../../api/create-id.ts";

/** An image generated in this session. */
export interface RecentImage {
  id: string;
  /** An object URL of the blob; valid in this page only. */
  url: string;
  blob: Blob;
  seed: number | undefined;
  request: GenerateImageRequest;
  charged: number;
}

const maxImages = 40;
let images: readonly RecentImage[] = [];
const listeners = new Set<() => void>();

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** Adds images at the front and drops the oldest beyond the limit. */
export function addRecentImages(made: Omit<RecentImage, "id" | "url">[]): RecentImage[] {
  const added = made.map((image) => ({
    ...image,
    id: createId(),
    url: URL.createObjectURL(image.blob),
  }));
  const all = [...added, ...images];
  for (const { url } of all.slice(maxImages)) URL.revokeObjectURL(url);
  images = all.slice(0, maxImages);
  for (const listener of listeners) listener();
  return added;
}

/** Newest first. */
export function useRecentImages(): readonly RecentImage[] {
  return useSyncExternalStore(subscribe, () => images);
}
