import { randomUUID } from "node:crypto";
import type { Database } from "../../platform/database/database.ts";
import { createAccount } from "../accounts/index.ts";
import { createApiKey } from "../keys/index.ts";

/** An account with one key. */
export interface KeyedAccount {
  accountId: string;
  keyId: string;
  key: string;
}

/** Creates an account that owns the amount (in 1/100 credits) and a key of it; without a limit unless one is given. */
export async function createKeyedAccount(
  database: Database,
  { amount = 10_000, ratePerMinute = null }: { amount?: number; ratePerMinute?: number | null } = {},
): Promise<KeyedAccount> {
  const accountId = await createAccount(database, `${randomUUID()}@example.com`, amount);
  const settings = { name: "test", ratePerMinute, expiresAt: null };
  const { id, key } = await createApiKey(database, "aa", accountId, settings);
  return { accountId, keyId: id, key };
}
