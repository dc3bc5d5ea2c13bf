import type { Centicredits } from "@mintwright/api-contract";
import { sql } from "kysely";
import type { Database } from "../../platform/database/database.ts";
import { type AccountCredits, getAccountCredits, moveGrant } from "./accounts.repository.ts";

/** An account with its keys and its last use. */
export interface ListedAccount extends AccountCredits {
  accountId: string;
  email: string;
  activeKeys: number;
  lastUsedAt: Date | null;
  createdAt: Date;
  /** To the microsecond, for continuing the list there. */
  exactCreatedAt: string;
}

/** Lists accounts, the newest first, whose email or id contains the text. */
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

/** A grant to be given. */
export interface NewGrant {
  accountId: string;
  /** The same one again gives nothing twice. */
  grantId: string;
  amount: Centicredits;
  note: string;
  /** Who gave it, for those who ask later. */
  grantedBy: string;
}

/** Adds credits to the account once, with an entry in its ledger; undefined when there is no such account. */
export function giveGrant(database: Database, grant: NewGrant): Promise<AccountCredits | undefined> {
  const { accountId, grantId, amount, note, grantedBy } = grant;
  return database.transaction().execute(async (transaction) => {
    // The account's row first, as every writer of amounts: a second press of the button waits here.
    const account = await transaction
      .selectFrom("account")
      .select("account_id")
      .where("account_id", "=", accountId)
      .forUpdate()
      .executeTakeFirst();
    if (!account) return undefined;
    const given = await transaction
      .selectFrom("credit_grant")
      .select("grant_id")
      .where("account_id", "=", accountId)
      .where("grant_id", "=", grantId)
      .executeTakeFirst();
    if (given) return getAccountCredits(transaction, accountId);
    const { entryId, ...credits } = await moveGrant(transaction, accountId, amount, note);
    await transaction
      .insertInto("credit_grant")
      .values({
        account_id: accountId,
        grant_id: grantId,
        entry_id: entryId,
        amount,
        note,
        granted_by: grantedBy,
      })
      .execute();
    return credits;
  });
}

/** A grant with the account it went to. */
export interface ListedGrant extends NewGrant {
  email: string;
  createdAt: Date;
}

/** Lists what operators gave, the latest first. */
export async function listGrants(database: Database, limit: number): Promise<ListedGrant[]> {
  const { rows } = await sql<ListedGrant>`
    select g.account_id as "accountId", g.grant_id as "grantId", a.email, g.amount, g.note, g.granted_by as "grantedBy",
      g.created_at as "createdAt"
    from credit_grant g join account a using (account_id) order by g.created_at desc limit ${limit}`.execute(
    database,
  );
  return rows;
}
