import type { Centicredits } from "@mintwright/api-contract";
import { sql } from "kysely";
import type { Database } from "../../platform/database/database.ts";
import { lockAccount } from "./holds.repository.ts";

/** Amounts of an account in hundredths of a credit. Invariant: granted = balance + held + spent. */
export interface AccountCredits {
  granted: Centicredits;
  balance: Centicredits;
  held: Centicredits;
  spent: Centicredits;
}

export function getAccountCredits(database: Database, accountId: string): Promise<AccountCredits> {
  return database
    .selectFrom("account")
    .select(["granted", "balance", "held", "spent"])
    .where("account_id", "=", accountId)
    .executeTakeFirstOrThrow();
}

/** Adds credits to the account and records the grant in the ledger. Must run in a transaction. */
export async function addGrant(transaction: Database, accountId: string, amount: Centicredits, note: string) {
  const credits = await transaction
    .updateTable("account")
    .set({ granted: sql`granted + ${amount}`, balance: sql`balance + ${amount}` })
    .where("account_id", "=", accountId)
    .returning(["granted", "balance", "held", "spent"])
    .executeTakeFirstOrThrow();
  const { entry_id } = await transaction
    .insertInto("ledger_entry")
    .values({ account_id: accountId, kind: "grant", amount, note })
    .returning("entry_id")
    .executeTakeFirstOrThrow();
  return { ...credits, entryId: entry_id };
}

/**
 * Takes back granted credits, at most the balance, and records it in the ledger. Returns the amount. Must run in a
 * transaction that has locked the account.
 */
export async function reclaimGrant(
  transaction: Database,
  accountId: string,
  wanted: Centicredits,
  note: string,
): Promise<Centicredits> {
  const { balance } = await getAccountCredits(transaction, accountId);
  const amount = Math.min(wanted, balance);
  if (amount === 0) return 0;
  await transaction
    .updateTable("account")
    .set({ granted: sql`granted - ${amount}`, balance: sql`balance - ${amount}` })
    .where("account_id", "=", accountId)
    .execute();
  await transaction
    .insertInto("ledger_entry")
    .values({ account_id: accountId, kind: "reclaim", amount, note })
    .execute();
  return amount;
}

/** Adds credits to the account and records the grant in the ledger, in a transaction of its own. */
export function grantCredits(
  database: Database,
  accountId: string,
  amount: Centicredits,
  note: string,
): Promise<AccountCredits> {
  return database.transaction().execute((transaction) => addGrant(transaction, accountId, amount, note));
}

export interface NewGrant {
  accountId: string;
  /** Idempotency key: the same id grants only once. */
  grantId: string;
  amount: Centicredits;
  note: string;
  grantedBy: string;
}

/** Grants credits once per grant id, with a ledger entry. Returns undefined when the account does not exist. */
export function grantOnce(database: Database, grant: NewGrant): Promise<AccountCredits | undefined> {
  const { accountId, grantId, amount, note, grantedBy } = grant;
  return database.transaction().execute(async (transaction) => {
    // A double click waits here for the first request.
    if (!(await lockAccount(transaction, accountId))) return undefined;
    const given = await transaction
      .selectFrom("credit_grant")
      .select("grant_id")
      .where("account_id", "=", accountId)
      .where("grant_id", "=", grantId)
      .executeTakeFirst();
    if (given) return getAccountCredits(transaction, accountId);
    const { entryId, ...credits } = await addGrant(transaction, accountId, amount, note);
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

export interface ListedGrant extends NewGrant {
  email: string;
  createdAt: Date;
}

export async function listGrants(database: Database, limit: number): Promise<ListedGrant[]> {
  const { rows } = await sql<ListedGrant>`
    select g.account_id as "accountId", g.grant_id as "grantId", a.email, g.amount, g.note, g.granted_by as "grantedBy",
      g.created_at as "createdAt"
    from credit_grant g join account a using (account_id) order by g.created_at desc limit ${limit}`.execute(
    database,
  );
  return rows;
}
