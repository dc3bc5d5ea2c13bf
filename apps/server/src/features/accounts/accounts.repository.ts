import { randomUUID } from "node:crypto";
import type { Centicredits } from "@mintwright/api-contract";
import { sql } from "kysely";
import type { Database } from "../../platform/database/database.ts";

/** What an account owns, in 1/100 credits. granted = balance + held + spent, always. */
export interface AccountCredits {
  granted: Centicredits;
  balance: Centicredits;
  held: Centicredits;
  spent: Centicredits;
}

/** Finds an account by its id or its email. */
export async function findAccountId(database: Database, idOrEmail: string): Promise<string | undefined> {
  const row = await database
    .selectFrom("account")
    .select("account_id")
    .where(sql<boolean>`account_id::text = lower(${idOrEmail}) or lower(email) = lower(${idOrEmail})`)
    .executeTakeFirst();
  return row?.account_id;
}

/** Reads what the account owns. */
export function getAccountCredits(database: Database, accountId: string): Promise<AccountCredits> {
  return database
    .selectFrom("account")
    .select(["granted", "balance", "held", "spent"])
    .where("account_id", "=", accountId)
    .executeTakeFirstOrThrow();
}

/** Adds credits to the account and notes the grant in its ledger. Belongs in a transaction. */
export async function moveGrant(
  transaction: Database,
  accountId: string,
  amount: Centicredits,
  note: string,
) {
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
 * Takes granted credits back, as many as the balance has, notes them in the ledger and tells how many they were. Belongs
 * in a transaction that has locked the account.
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

/** Adds credits to the account and notes the grant in its ledger. */
export function grantCredits(
  database: Database,
  accountId: string,
  amount: Centicredits,
  note: string,
): Promise<AccountCredits> {
  return database.transaction().execute((transaction) => moveGrant(transaction, accountId, amount, note));
}

/** Creates an account with its first credits, or returns undefined when its email is taken. */
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
    if (row && credits > 0) await moveGrant(transaction, row.account_id, credits, "first credits");
    return row?.account_id;
  });
}
