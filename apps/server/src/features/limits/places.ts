import { randomUUID } from "node:crypto";
import { setTimeout as sleep } from "node:timers/promises";
import type { Database } from "../../platform/database/database.ts";
import type { Logger } from "../../platform/logging.ts";
import { type PlaceKind, TooManyAtOnceError } from "./limits.errors.ts";
import { freePlace, type TakenPlace, takePlace } from "./limits.repository.ts";

const retryInMs = 1_000;

/** Limits how many streams, site reads or heavy operations an account may have at once, across all processes. */
export interface Places {
  /** Takes a place. Returns a function that frees it. Throws TooManyAtOnceError when none is left. */
  take(accountId: string, kind: PlaceKind): Promise<() => void>;
}

/** Creates the places of this process. They are freed when its heartbeat stops. */
export function createPlaces({
  database,
  processId,
  logger,
}: {
  database: Database;
  processId: string;
  logger: Logger;
}): Places {
  // Otherwise the place would stay taken as long as this process lives.
  async function freeUntilDone(place: TakenPlace): Promise<void> {
    for (;;) {
      try {
        return await freePlace(database, place);
      } catch (error) {
        logger.warn({ error, ...place }, "freeing an account's place failed, will retry");
        await sleep(retryInMs, undefined, { ref: false });
      }
    }
  }

  return {
    async take(accountId, kind) {
      const place = { accountId, kind, placeId: randomUUID() };
      const limit = await takePlace(database, place, processId);
      if (limit !== undefined) throw new TooManyAtOnceError(kind, limit);
      return () => void freeUntilDone(place);
    },
  };
}
