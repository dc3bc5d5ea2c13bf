import { randomUUID } from "node:crypto";
import type { Database } from "../../platform/database/database.ts";
import { generateKey, hashKey, shownCharacters } from "./key-format.ts";
import { KeyNeedsCreditsError, KeyNotFoundError } from "./keys.errors.ts";
import {
  insertKey,
  type KeySettings,
  replaceKeySecret,
  revokeKey as revokeStoredKey,
  updateKey,
} from "./keys.repository.ts";

/** A new key with its secret, which cannot be read again. */
export interface CreatedKey {
  id: string;
  key: string;
}

function toSecret(key: string) {
  return { key, secretHash: Buffer.from(hashKey(key), "hex"), shownPrefix: key.slice(0, shownCharacters) };
}

/** Creates a key. The account must have credits. */
export async function createApiKey(
  database: Database,
  cell: string,
  accountId: string,
  settings: KeySettings,
): Promise<CreatedKey> {
  const { key, ...secret } = toSecret(generateKey(cell));
  const keyId = randomUUID();
  if (!(await insertKey(database, accountId, { keyId, ...settings, ...secret }))) {
    throw new KeyNeedsCreditsError(accountId);
  }
  return { id: keyId, key };
}

/** Replaces the secret of a key; name, rate, saved context and history stay. The old secret stops working at once. */
export async function replaceApiKey(
  database: Database,
  cell: string,
  accountId: string,
  keyId: string,
): Promise<CreatedKey> {
  const { key, ...secret } = toSecret(generateKey(cell));
  if (!(await replaceKeySecret(database, accountId, keyId, secret))) throw new KeyNotFoundError(keyId);
  return { id: keyId, key };
}

/** Revokes a key permanently. The next request on any replica is refused. */
export async function revokeApiKey(database: Database, accountId: string, keyId: string): Promise<void> {
  if (!(await revokeStoredKey(database, accountId, keyId))) throw new KeyNotFoundError(keyId);
}

export async function changeApiKey(
  database: Database,
  accountId: string,
  keyId: string,
  settings: KeySettings,
): Promise<void> {
  if (!(await updateKey(database, accountId, keyId, settings))) throw new KeyNotFoundError(keyId);
}
