import type { GenerateImageRequest } from "@mintwright/sdk";
import { useSyncExternalStore } from "react";
import { createId } from "../../api/create-id.ts";

/** A picture that was made in this visit. */
export interface RecentImage {
  id: string;
  /** Of the bytes, which live in this page alone. */
  url: string;
  blob: Blob;
  seed: number | undefined;
  request: GenerateImageRequest;
  charged: number;
}

const maxPictures = 40;
let pictures: readonly RecentImage[] = [];
const listeners = new Set<() => void>();

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** Adds pictures before those that are there; the oldest are let go. */
export function addRecentImages(made: Omit<RecentImage, "id" | "url">[]): RecentImage[] {
  const added = made.map((picture) => ({
    ...picture,
    id: createId(),
    url: URL.createObjectURL(picture.blob),
  }));
  const all = [...added, ...pictures];
  for (const { url } of all.slice(maxPictures)) URL.revokeObjectURL(url);
  pictures = all.slice(0, maxPictures);
  for (const listener of listeners) listener();
  return added;
}

/** What was made in this visit, newest first. */
export function useRecentImages(): readonly RecentImage[] {
  return useSyncExternalStore(subscribe, () => pictures);
}
