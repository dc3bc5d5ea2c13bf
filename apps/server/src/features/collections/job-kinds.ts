import { z } from "zod";
import type { JobKind } from "../../platform/queue/queue.ts";

const ofCollection = z.object({ accountId: z.uuid(), collectionId: z.uuid() });

export type CollectionJob = z.infer<typeof ofCollection>;

export const planCollectionKind: JobKind<CollectionJob> = {
  name: "plan-collection",
  payload: ofCollection,
  retryLimit: 1_000,
  maxRetryDelayInSeconds: 30,
};

/** Plans a collection with rules between traits. A job of its own: a worker of an older version would ignore the rules. */
export const planRuledCollectionKind: JobKind<CollectionJob> = {
  ...planCollectionKind,
  name: "plan-ruled-collection",
};

export const markCancelledKind: JobKind<CollectionJob> = {
  name: "mark-cancelled-images",
  payload: ofCollection,
  retryLimit: 1_000,
  maxRetryDelayInSeconds: 300,
};

/** Deletes files that a worker stored but could not submit. */
export const strayFilesKind: JobKind<CollectionJob> = {
  name: "delete-stray-files",
  payload: ofCollection,
  retryLimit: 100,
  maxRetryDelayInSeconds: 3_600,
};

const ofImage = ofCollection.extend({ number: z.int().positive() });

export type ImageJob = z.infer<typeof ofImage>;

/** Makes the lost file of a finished image again. */
export const restoreImageKind: JobKind<ImageJob> = {
  name: "restore-image",
  payload: ofImage,
  retryLimit: 100,
  maxRetryDelayInSeconds: 300,
};

/** Generates the image of a token again, for an owner who ordered it. */
export const regenerateImageKind: JobKind<ImageJob> = {
  name: "regenerate-image",
  payload: ofImage,
  retryLimit: 10_000,
  maxRetryDelayInSeconds: 60,
};

export const collectionJobKinds = [
  planCollectionKind,
  planRuledCollectionKind,
  markCancelledKind,
  strayFilesKind,
  restoreImageKind,
  regenerateImageKind,
];
