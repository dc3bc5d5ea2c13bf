import type { GenerateImageRequest } from "@mintwright/sdk";
import { useSyncExternalStore } from "react";
import { createId } from "../../api/create-id.ts";

/** A picture that was made in this visit. */
export interface VisitPicture {
  id: string;
  /** Of the bytes, which live in this page alone. */
  url: string;
  blob: Blob;
  seed: number | undefined;
  request: GenerateImageRequest;
  charged: number;
}

const maxPictures = 40;
let pictures: readonly VisitPicture[] = [];
const listeners = new Set<() => void>();

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** Adds pictures before those that are there; the oldest are let go. */
export function addVisitPictures(made: Omit<VisitPicture, "id" | "url">[]): VisitPicture[] {
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
export function useVisitPictures(): readonly VisitPicture[] {
  return useSyncExternalStore(subscribe, () => pictures);
}
