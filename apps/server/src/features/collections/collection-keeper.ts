import type { Database } from "../../platform/database/database.ts";
import type { Logger } from "../../platform/logging.ts";
import { type Loop, startLoop } from "../../platform/loop.ts";
import { processSilenceInMs, silenceGraceInMs } from "../../platform/process-registry.ts";
import type { Enqueue } from "../../platform/queue/queue.ts";
import { closeCollection } from "./collection-ends.repository.ts";
import { failWaitingImages, listFinishedCollections } from "./collections.repository.ts";
import { reclaimImages } from "./image-claims.repository.ts";
import { listHopelessCollections } from "./image-queues.repository.ts";
import { requestCleanup } from "./stray-files.repository.ts";

const intervalInMs = 2_000;

interface KeeperParts {
  database: Database;
  enqueue: Enqueue;
  logger: Logger;
}

interface CollectionKey {
  accountId: string;
  collectionId: string;
}

/** Ends those of the given collections that have no unfinished images. */
export async function closeFinishedCollections(
  { database, enqueue }: Pick<KeeperParts, "database" | "enqueue">,
  candidates: readonly CollectionKey[],
): Promise<void> {
  if (candidates.length === 0) return;
  for (const { accountId, collectionId } of await listFinishedCollections(database, candidates)) {
    await closeCollection(database, enqueue, accountId, collectionId);
  }
}

/**
 * Maintains collections every few seconds: reclaims images of dead workers, fails images whose engine stays down, and
 * ends collections whose worker died before it could. Every worker runs one; they may run concurrently.
 */
export function startCollectionKeeper(parts: KeeperParts & { enginePatienceInMs: number }): Loop {
  const { database, enqueue, logger, enginePatienceInMs } = parts;

  async function look(): Promise<void> {
    const reclaimed = await reclaimImages(database, {
      silenceInMs: processSilenceInMs,
      graceInMs: silenceGraceInMs,
    });
    for (const { accountId, collectionId } of reclaimed) {
      await requestCleanup(database, enqueue, accountId, collectionId);
    }
    for (const { accountId, collectionId } of await listHopelessCollections(database, enginePatienceInMs)) {
      await failWaitingImages(database, accountId, collectionId, {
        code: "engine_unavailable",
        message:
          "The engine of this model was down for too long. The image is refunded; order it again later.",
      });
    }
    for (const { accountId, collectionId } of await listFinishedCollections(database)) {
      await closeCollection(database, enqueue, accountId, collectionId);
    }
  }

  return startLoop(
    {
      intervalInMs,
      onError: (error) => logger.error({ error }, "collection maintenance failed, will retry"),
    },
    look,
  );
}
