import { randomUUID } from "node:crypto";
import { setTimeout as sleep } from "node:timers/promises";
import type { Database } from "../../platform/database/database.ts";
import type { Logger } from "../../platform/logging.ts";
import { type PlaceKind, TooManyAtOnceError } from "./limits.errors.ts";
import { freePlace, type TakenPlace, takePlace } from "./limits.repository.ts";

const retryInMs = 1_000;

/** The places that accounts have for what they may have so many of at once, counted over all processes. */
export interface Places {
  /** Takes a place and returns how to free it; fails with TooManyAtOnceError when the account has none left. */
  take(accountId: string, kind: PlaceKind): Promise<() => void>;
}

/** Creates the places of this process. They are free when it stops showing signs of life. */
export function createPlaces({
  database,
  processId,
  logger,
}: {
  database: Database;
  processId: string;
  logger: Logger;
}): Places {
  // Else a place that could not be freed would stay taken for as long as this process lives.
  async function freeUntilDone(place: TakenPlace): Promise<void> {
    for (;;) {
      try {
        return await freePlace(database, place);
      } catch (error) {
        logger.warn({ error, ...place }, "place not freed, will retry");
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
