import { z } from "zod";
import type { JobKind } from "../../platform/queue/queue.ts";

const ofCollection = z.object({ accountId: z.uuid(), collectionId: z.uuid() });

/** What a job about one collection carries. */
export type CollectionJob = z.infer<typeof ofCollection>;

/** Writes the rows of a large collection's images, in steps. */
export const planCollectionKind: JobKind<CollectionJob> = {
  name: "plan-collection",
  payload: ofCollection,
  retryLimit: 1_000,
  maxRetryDelayInSeconds: 30,
};

/** Marks what a cancelled collection never made, in steps. */
export const markCancelledKind: JobKind<CollectionJob> = {
  name: "mark-cancelled-images",
  payload: ofCollection,
  retryLimit: 1_000,
  maxRetryDelayInSeconds: 300,
};

/** Removes files that a worker put and could not hand in. */
export const tidyCollectionKind: JobKind<CollectionJob> = {
  name: "tidy-collection-files",
  payload: ofCollection,
  retryLimit: 100,
  maxRetryDelayInSeconds: 3_600,
};

/** The jobs that this feature enqueues. */
export const collectionJobKinds = [planCollectionKind, markCancelledKind, tidyCollectionKind];
