import type { Database } from "../../platform/database/database.ts";
import { getSharedPicture, type SharedPicture } from "./collections.repository.ts";

const maxRemembered = 1_000;

export function createPictureRequests(
  database: Database,
): (accountId: string, collectionId: string) => Promise<SharedPicture> {
  const remembered = new Map<string, Promise<SharedPicture>>();

  return (accountId, collectionId) => {
    const known = remembered.get(collectionId);
    if (known) return known;
    if (remembered.size >= maxRemembered) remembered.clear();
    const reading = getSharedPicture(database, accountId, collectionId);
    remembered.set(collectionId, reading);
    reading.catch(() => remembered.delete(collectionId));
    return reading;
  };
}
