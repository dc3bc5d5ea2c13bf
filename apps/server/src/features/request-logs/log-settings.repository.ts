import { sql } from "kysely";
import type { Database } from "../../platform/database/database.ts";

export async function findStoresBodies(database: Database, accountId: string): Promise<boolean> {
  const row = await database
    .selectFrom("request_log_setting")
    .select("stores_bodies")
    .where("account_id", "=", accountId)
    .executeTakeFirst();
  return row?.stores_bodies ?? false;
}

export async function putStoresBodies(
  database: Database,
  accountId: string,
  storesBodies: boolean,
): Promise<void> {
  await sql`
    insert into request_log_setting (account_id, stores_bodies) values (${accountId}::uuid, ${storesBodies}::boolean)
    on conflict (account_id) do update set stores_bodies = excluded.stores_bodies`.execute(database);
}

/** Lists the accounts whose owner switched bodies on. For the processes, not for callers. */
export async function listAccountsWithBodies(database: Database): Promise<Set<string>> {
  const { rows } = await sql<{ account_id: string }>`
    select account_id from request_log_setting where stores_bodies`.execute(database);
  return new Set(rows.map(({ account_id }) => account_id));
}
