import { collectionJobKinds } from "../features/collections/index.ts";
import { deleteFilesKind } from "../features/files/index.ts";
import { pinCollectionJob } from "../features/minting/index.ts";
import { keepNewsPictureJob } from "../features/news/index.ts";
import { sendLetterKind } from "../features/sign-in/index.ts";
import type { JobKind } from "../platform/queue/queue.ts";

/** The jobs that requests and other jobs put into their transactions: every process makes their queues ready. */
export const enqueuedJobs: readonly JobKind[] = [
  ...collectionJobKinds,
  pinCollectionJob,
  keepNewsPictureJob,
  sendLetterKind,
  deleteFilesKind,
];
