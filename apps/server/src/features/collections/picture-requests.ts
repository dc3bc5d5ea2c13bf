import type { QueueRequest } from "@mintwright/api-contract";
import { sql } from "kysely";
import type { Database } from "../../platform/database/database.ts";

/** What all images of a collection share. */
export type SharedPicture = Pick<
  QueueRequest,
  "prompt" | "model" | "width" | "height" | "steps" | "enhance" | "style"
>;

const maxRemembered = 1_000;

/** Reads what the images of a collection share, once for many of them: requests never change. */
export function createPictureRequests(
  database: Database,
): (accountId: string, collectionId: string) => Promise<SharedPicture> {
  const remembered = new Map<string, Promise<SharedPicture>>();

  async function read(accountId: string, collectionId: string): Promise<SharedPicture> {
    const { request } = await database
      .selectFrom("collection")
      // The traits were dealt already, and they are the large part.
      .select(sql<SharedPicture>`request - 'traits'`.as("request"))
      .where("account_id", "=", accountId)
      .where("collection_id", "=", collectionId)
      .executeTakeFirstOrThrow();
    const { prompt, model, width, height, steps, enhance, style } = request;
    return { prompt, model, width, height, steps, enhance, style };
  }

  return (accountId, collectionId) => {
    const known = remembered.get(collectionId);
    if (known) return known;
    if (remembered.size >= maxRemembered) remembered.clear();
    const reading = read(accountId, collectionId);
    remembered.set(collectionId, reading);
    reading.catch(() => remembered.delete(collectionId));
    return reading;
  };
}
