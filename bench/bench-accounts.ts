import type { TestDatabase } from "@mintwright/test-harness";
import pg from "pg";
import { generateKey, hashKey } from "../apps/server/src/features/keys/key-format.ts";

/** The key of a bench account. It is never checked for its form: admission is measured below the HTTP layer. */
export function keyOf(account: number): string {
  return `bench-key-${account}`;
}

/**
 * Creates accounts with plenty of credits and keys without a limit. With n keys for each account, key `k` belongs to
 * account `floor(k / n)`.
 */
export async function createBenchAccounts(
  database: TestDatabase,
  count: number,
  keysPerAccount = 1,
): Promise<void> {
  await runLong(database, [
    // The references are right by construction, and checking millions of them takes minutes.
    "set session_replication_role = replica",
    `insert into account (account_id, email, granted, balance)
     select gen_random_uuid(), 'bench-' || n || '@example.com', 1000000000000, 1000000000000
     from generate_series(0, ${count} - 1) n`,
    "insert into ledger_entry (account_id, kind, amount) select account_id, 'grant', granted from account",
    `insert into api_key (account_id, key_id, name, secret_hash, shown_prefix, rate_per_minute)
     select account_id, case key when 0 then account_id else gen_random_uuid() end, 'bench',
            sha256(('bench-key-' || split_part(split_part(email, '@', 1), '-', 2)::bigint * ${keysPerAccount} + key)::bytea),
            '', 1000000000
     from account cross join generate_series(0, ${keysPerAccount} - 1) key`,
    "insert into api_key_window (account_id, key_id) select account_id, key_id from api_key",
    "vacuum analyze",
  ]);
}

/** Replaces the keys of bench accounts by keys that the API accepts. `accountIds[n]` owns `keys[n]`. */
export async function issueKeys(
  database: TestDatabase,
  count: number,
): Promise<{ keys: string[]; accountIds: string[] }> {
  const keys = Array.from({ length: count }, () => generateKey("aa"));
  const rows = await database.query<{ account_id: string }>(
    `with issued as (
       update api_key k set secret_hash = decode(new.hash, 'hex')
       from unnest($1::text[]) with ordinality as new(hash, place)
       where k.secret_hash = sha256(('bench-key-' || new.place - 1)::bytea)
       returning k.account_id, new.place
     )
     select account_id from issued order by place`,
    [keys.map(hashKey)],
  );
  await runLong(database, ["vacuum full analyze api_key"]);
  return { keys, accountIds: rows.map(({ account_id }) => account_id) };
}

/** Runs statements one after another without the statement timeout that migrations set. */
export async function runLong({ url }: TestDatabase, statements: string[]): Promise<void> {
  const client = new pg.Client({ connectionString: url, options: "-c statement_timeout=0" });
  await client.connect();
  try {
    for (const statement of statements) await client.query(statement);
  } finally {
    await client.end();
  }
}
