import { randomUUID } from "node:crypto";
import type { Centicredits } from "@mintwright/api-contract";
import { sql } from "kysely";
import type { Database } from "../../platform/database/database.ts";
import { type AccountCredits, addGrant } from "../credits/index.ts";

export async function findAccountId(database: Database, idOrEmail: string): Promise<string | undefined> {
  const row = await database
    .selectFrom("account")
    .select("account_id")
    .where(sql<boolean>`account_id::text = lower(${idOrEmail}) or lower(email) = lower(${idOrEmail})`)
    .executeTakeFirst();
  return row?.account_id;
}

/** Creates an account with initial credits. Returns undefined when the email is taken. */
export function insertAccount(
  database: Database,
  email: string,
  credits: Centicredits,
): Promise<string | undefined> {
  return database.transaction().execute(async (transaction) => {
    const row = await transaction
      .insertInto("account")
      .values({ account_id: randomUUID(), email })
      .onConflict((conflict) => conflict.expression(sql`lower(email)`).doNothing())
      .returning("account_id")
      .executeTakeFirst();
    if (row && credits > 0) await addGrant(transaction, row.account_id, credits, "first credits");
    return row?.account_id;
  });
}

export interface ListedAccount extends AccountCredits {
  accountId: string;
  email: string;
  activeKeys: number;
  lastUsedAt: Date | null;
  createdAt: Date;
  /** To the microsecond, for the cursor. */
  exactCreatedAt: string;
}

/** Lists accounts whose email or id contains the text, newest first. */
export async function listAccountRows(
  database: Database,
  {
    search,
    limit,
    after,
  }: { search: string; limit: number; after?: { createdAt: string; accountId: string } | undefined },
): Promise<ListedAccount[]> {
  const pattern = `%${search.toLowerCase().replaceAll(/[\\%_]/g, "\\$&")}%`;
  const { rows } = await sql<ListedAccount>`
    select a.account_id as "accountId", a.email, a.granted, a.balance, a.held, a.spent, a.created_at as "createdAt",
      (a.created_at at time zone 'UTC')::text as "exactCreatedAt",
      (select count(*)::int from api_key k where k.account_id = a.account_id and k.kind = 'owner' and k.revoked_at is null
        and (k.expires_at is null or k.expires_at > now())) as "activeKeys",
      (select max(w.last_used_at) from api_key_window w where w.account_id = a.account_id) as "lastUsedAt"
    from account a
    where (${search} = '' or lower(a.email) like ${pattern} or a.account_id::text like ${pattern})
      and (${after?.createdAt ?? null}::text is null
        or (a.created_at, a.account_id) < (${after?.createdAt ?? null}::text::timestamp at time zone 'UTC', ${after?.accountId ?? null}::uuid))
    order by a.created_at desc, a.account_id desc limit ${limit}`.execute(database);
  return rows;
}
