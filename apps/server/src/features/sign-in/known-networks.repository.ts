import { sql } from "kysely";
import type { CleanUpRound } from "../../platform/database/clean-up-round.ts";
import type { Database } from "../../platform/database/database.ts";
import { deleteInBatches } from "../../platform/database/delete-in-batches.ts";

export async function rememberNetwork(database: Database, email: string, network: string): Promise<void> {
  await sql`
    insert into known_network (user_id, network, seen_at)
    select id, sha256(convert_to(${network}, 'UTF8')), now() from app_user where lower(email) = ${email}
    on conflict (user_id, network) do update set seen_at = now()`.execute(database);
}

export async function deleteOldNetworks(database: Database, round: CleanUpRound): Promise<void> {
  const before = sql`now() - interval '90 days'`;
  await deleteInBatches(database, round, { table: "known_network", ageColumn: "seen_at", before });
}

/** True when the owner of an email has signed in from a network within the last 90 days. */
export async function isKnownNetwork(database: Database, email: string, network: string): Promise<boolean> {
  const { rows } = await sql`
    select 1 from known_network n join app_user u on u.id = n.user_id
    where lower(u.email) = ${email} and n.network = sha256(convert_to(${network}, 'UTF8'))`.execute(database);
  return rows.length > 0;
}
