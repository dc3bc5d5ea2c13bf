import type { TestDatabase } from "@mintwright/test-harness";

/** The key of a bench account. It is never checked for its form: admission is measured below the HTTP layer. */
export function keyOf(account: number): string {
  return `bench-key-${account}`;
}

/** Creates accounts with plenty of credits and keys without a limit. */
export async function createBenchAccounts(database: TestDatabase, count: number): Promise<void> {
  await database.query(
    `insert into account (account_id, email, granted, balance)
     select gen_random_uuid(), 'bench-' || n || '@example.com', 1000000000000, 1000000000000
     from generate_series(0, $1::integer - 1) n`,
    [count],
  );
  await database.query(
    `insert into api_key (account_id, key_id, name, secret_hash, shown_prefix, rate_per_minute)
     select account_id, account_id, 'bench', sha256(('bench-key-' || split_part(split_part(email, '@', 1), '-', 2))::bytea),
            '', 1000000000
     from account`,
  );
  await database.query(
    "insert into api_key_window (account_id, key_id) select account_id, key_id from api_key",
  );
  await database.query("vacuum analyze");
}
