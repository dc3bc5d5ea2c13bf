import { askMintwright } from "./command.ts";

const defaultAccountRate = 12_000;

export interface TestAccount {
  accountId: string;
  keyId: string;
  key: string;
}

/**
 * Creates an account with credits and a key. The default rate limit is 200 per minute. A higher rate also raises the
 * account's limit.
 */
export async function createTestAccount(
  databaseUrl: string,
  { credits = 100, rate }: { credits?: number; rate?: number | "none" } = {},
): Promise<TestAccount> {
  const environment = { DATABASE_URL: databaseUrl };
  const email = `${crypto.randomUUID()}@example.com`;
  const created = ["admin", "account", "create", "--email", email, "--credits", String(credits)];
  const { accountId } = await askMintwright<{ accountId: string }>(created, environment);
  if (typeof rate === "number" && rate > defaultAccountRate)
    await askMintwright(["admin", "account", "limits", accountId, "--rate", String(rate)], environment);
  const key = await createTestKey(databaseUrl, accountId, rate);
  return { accountId, keyId: key.id, key: key.key };
}

export function createTestKey(databaseUrl: string, accountId: string, rate?: number | "none") {
  const args = ["admin", "key", "create", "--account", accountId, "--name", "test"];
  if (rate !== undefined) args.push("--rate", String(rate));
  return askMintwright<{ id: string; key: string }>(args, { DATABASE_URL: databaseUrl });
}

/** Throws unless granted = balance + held + spent holds for every account, against every ledger entry. */
export async function assertLedgerAddsUp(databaseUrl: string): Promise<void> {
  await askMintwright(["admin", "ledger", "verify"], { DATABASE_URL: databaseUrl });
}
