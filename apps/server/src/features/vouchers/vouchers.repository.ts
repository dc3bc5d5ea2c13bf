import type { Centicredits } from "@mintwright/api-contract";
import { sql } from "kysely";
import type { Database } from "../../platform/database/database.ts";
import { moveGrant } from "../accounts/index.ts";

/** A voucher to be stored. */
export interface NewVoucher {
  codeHash: Buffer;
  amount: Centicredits;
  note: string;
  expiresAt: Date | null;
}

/** Stores a voucher. */
export async function insertVoucher(database: Database, voucher: NewVoucher): Promise<void> {
  await database
    .insertInto("voucher")
    .values({
      code_hash: voucher.codeHash,
      amount: voucher.amount,
      note: voucher.note,
      expires_at: voucher.expiresAt,
    })
    .execute();
}

/** Turns a voucher that is still good into credits of the account, in one transaction; undefined when it is not. */
export function redeemStoredVoucher(
  database: Database,
  accountId: string,
  codeHash: Buffer,
): Promise<{ amount: Centicredits; balance: Centicredits } | undefined> {
  return database.transaction().execute(async (transaction) => {
    // The account's row first, as every writer of amounts.
    await transaction
      .selectFrom("account")
      .select("account_id")
      .where("account_id", "=", accountId)
      .forUpdate()
      .executeTakeFirstOrThrow();
    const voucher = await transaction
      .updateTable("voucher")
      .set({ account_id: accountId, redeemed_at: sql`now()` })
      .where("code_hash", "=", codeHash)
      .where("redeemed_at", "is", null)
      .where(sql<boolean>`(expires_at is null or expires_at > now())`)
      .returning(["amount", "note"])
      .executeTakeFirst();
    if (!voucher) return undefined;
    const { balance } = await moveGrant(transaction, accountId, voucher.amount, `voucher: ${voucher.note}`);
    return { amount: voucher.amount, balance };
  });
}
