import type { Database } from "../../platform/database/database.ts";
import { getSharedImageRequest, type SharedImageRequest } from "./collections.repository.ts";

const maxRemembered = 1_000;

export function createImageRequests(
  database: Database,
): (accountId: string, collectionId: string) => Promise<SharedImageRequest> {
  const remembered = new Map<string, Promise<SharedImageRequest>>();

  return (accountId, collectionId) => {
    const known = remembered.get(collectionId);
    if (known) return known;
    if (remembered.size >= maxRemembered) remembered.clear();
    const reading = getSharedImageRequest(database, accountId, collectionId);
    remembered.set(collectionId, reading);
    reading.catch(() => remembered.delete(collectionId));
    return reading;
  };
}
