import type { Centicredits } from "@mintwright/api-contract";
import { sql } from "kysely";
import type { Database } from "../../platform/database/database.ts";
import { addGrant } from "./grants.repository.ts";
import { lockAccount } from "./holds.repository.ts";

export interface NewVoucher {
  codeHash: Buffer;
  amount: Centicredits;
  note: string;
  expiresAt: Date | null;
  createdBy?: string | undefined;
}

export async function insertVoucher(database: Database, voucher: NewVoucher): Promise<void> {
  await database
    .insertInto("voucher")
    .values({
      code_hash: voucher.codeHash,
      amount: voucher.amount,
      note: voucher.note,
      expires_at: voucher.expiresAt,
      created_by: voucher.createdBy ?? null,
    })
    .execute();
}

/** Redeems a valid voucher for the account in one transaction; undefined when it is not valid. */
export function redeemStoredVoucher(
  database: Database,
  accountId: string,
  codeHash: Buffer,
): Promise<{ amount: Centicredits; balance: Centicredits } | undefined> {
  return database.transaction().execute(async (transaction) => {
    if (!(await lockAccount(transaction, accountId))) throw new Error(`account ${accountId} does not exist`);
    const voucher = await transaction
      .updateTable("voucher")
      .set({ account_id: accountId, redeemed_at: sql`now()` })
      .where("code_hash", "=", codeHash)
      .where("redeemed_at", "is", null)
      .where(sql<boolean>`(expires_at is null or expires_at > now())`)
      .returning(["amount", "note"])
      .executeTakeFirst();
    if (!voucher) return undefined;
    const { balance } = await addGrant(transaction, accountId, voucher.amount, `voucher: ${voucher.note}`);
    return { amount: voucher.amount, balance };
  });
}

/** A voucher without its code, of which only the hash is stored. */
export interface ListedVoucher {
  amount: Centicredits;
  note: string;
  createdBy: string | null;
  createdAt: Date;
  expiresAt: Date | null;
  redeemedAt: Date | null;
  redeemedBy: string | null;
  state: "open" | "redeemed" | "expired";
}

export async function listVouchers(database: Database, limit: number): Promise<ListedVoucher[]> {
  const { rows } = await sql<ListedVoucher>`
    select v.amount, v.note, v.created_by as "createdBy", v.created_at as "createdAt", v.expires_at as "expiresAt",
      v.redeemed_at as "redeemedAt", a.email as "redeemedBy",
      case when v.redeemed_at is not null then 'redeemed' when v.expires_at <= now() then 'expired' else 'open' end as state
    from voucher v left join account a using (account_id) order by v.created_at desc limit ${limit}`.execute(
    database,
  );
  return rows;
}
