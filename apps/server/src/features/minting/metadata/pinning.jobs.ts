import { z } from "zod";
import type { Pinning } from "../../../engines/pinning/index.ts";
import type { ObjectStore } from "../../../engines/storage/index.ts";
import type { Database } from "../../../platform/database/database.ts";
import type { Enqueue, JobDefinition, JobKind } from "../../../platform/queue/queue.ts";
import { writeCar } from "./car-file.ts";
import { createCollectionFolder } from "./collection-folder.ts";
import { findCollection } from "./collection-tokens.repository.ts";
import { findPin, recordPin } from "./pins.repository.ts";

const payloadSchema = z.object({ accountId: z.uuid(), collectionId: z.uuid() });
type Payload = z.infer<typeof payloadSchema>;

/** Pins a collection as it is when the job runs. */
export const pinCollectionJob: JobKind<Payload> = {
  name: "pin-collection",
  payload: payloadSchema,
  retryLimit: 20,
  maxRetryDelayInSeconds: 3_600,
};

/** Below the time after which the queue gives a job to another worker. */
const pinTimeoutInMs = 600_000;
const checkAfterInSeconds = 15;

/** What pinning needs. */
export interface PinningJobParts {
  database: Database;
  store: ObjectStore;
  pinning: Pinning;
  enqueue: Enqueue;
}

/** The job that pins collections, and asks again while a service is at it. */
export function createPinningJobs({ database, store, pinning, enqueue }: PinningJobParts): JobDefinition[] {
  async function handle(key: Payload): Promise<void> {
    const collection = await findCollection(database, key.accountId, key.collectionId);
    const pin = await findPin(database, key);
    if (!collection || !pin || pin.state === "pinned") return;
    const signal = AbortSignal.timeout(pinTimeoutInMs);
    try {
      const progress = pin.requestId
        ? await pinning.check(pin.requestId, signal)
        : await startPin(collection, signal);
      if (progress.state === "pinned") return await recordPin(database, key, { state: "pinned" });
      const { requestId } = progress;
      await database.transaction().execute(async (transaction) => {
        await recordPin(transaction, key, { state: "pinning", requestId });
        await enqueue(transaction, pinCollectionJob.name, [key], {
          startAfterInSeconds: checkAfterInSeconds,
        });
      });
    } catch (error) {
      // The next attempt starts anew: a request that failed stays failed.
      await recordPin(database, key, { state: "failed", requestId: null, problem: (error as Error).message });
      throw error;
    }
  }

  async function startPin(
    collection: NonNullable<Awaited<ReturnType<typeof findCollection>>>,
    signal: AbortSignal,
  ) {
    const { root, readBlocks } = await createCollectionFolder(database, store, collection).open();
    await recordPin(database, collection, { state: "pinning", root: root.toString() });
    return pinning.pin(
      {
        root: root.toString(),
        name: `collection ${collection.collectionId}`,
        readCar: () => writeCar(root, readBlocks()),
      },
      signal,
    );
  }

  return [{ ...pinCollectionJob, handle: (payload) => handle(payload as Payload) }];
}
