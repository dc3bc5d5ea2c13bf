import type { Database } from "../../platform/database/database.ts";
import { StorageFullError } from "./limits.errors.ts";
import { countStoredBytes, getLimits } from "./limits.repository.ts";

const bytesPerImage = 1024 ** 2;

/** Counts the bytes that the account may still store. Exact in a transaction that has locked the account. */
export async function countStorageLeft(database: Database, accountId: string): Promise<number> {
  const { storedBytes } = await getLimits(database, accountId);
  if (storedBytes === null) return Number.POSITIVE_INFINITY;
  const { stored, reserved } = await countStoredBytes(database, accountId, bytesPerImage);
  return storedBytes - stored - reserved;
}

/** Throws unless the account may store this many more images. Exact in a transaction that has locked the account. */
export async function assertStorageLeft(
  database: Database,
  accountId: string,
  { images }: { images: number },
): Promise<void> {
  const { storedBytes } = await getLimits(database, accountId);
  if (storedBytes === null) return;
  const { stored, reserved } = await countStoredBytes(database, accountId, bytesPerImage);
  const wanted = reserved + images * bytesPerImage;
  if (stored + wanted > storedBytes) throw new StorageFullError(storedBytes, { stored, reserved: wanted });
}
