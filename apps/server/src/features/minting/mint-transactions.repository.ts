import { sql } from "kysely";
import type { Fees, Hex, SignedTransaction } from "../../engines/chain/index.ts";
import type { Database } from "../../platform/database/database.ts";
import { type Batch, isOfBatch, keyOf, type MintKey } from "./mints.repository.ts";

/** A signed transaction as it is stored before it is sent. */
export interface NewAttempt extends SignedTransaction {
  gas: bigint;
  fees: Fees;
  /** The newest block when it was signed. */
  signedAtBlock: bigint;
  /** True when it only uses the nonce up. */
  isSelfTransfer: boolean;
}

/** A signed transaction of a token, or of several. */
export interface MintAttempt extends NewAttempt {
  nonce: number;
  attempt: number;
  sentAt: Date | null;
}

/** Stores a signed transaction with each of its tokens. False when another process was first. Call it in a transaction. */
export async function keepAttempt(
  transaction: Database,
  batch: Batch<MintKey>,
  nonce: number,
  attempt: number,
  { hash, raw, gas, fees, signedAtBlock, isSelfTransfer }: NewAttempt,
): Promise<boolean> {
  const kept = await transaction
    .insertInto("mint_transaction")
    .values(
      batch.map((key) => ({
        ...keyOf(key),
        nonce,
        attempt,
        hash,
        raw,
        gas: String(gas),
        max_fee: String(fees.maxFeePerGas),
        max_priority_fee: fees.maxPriorityFeePerGas === null ? null : String(fees.maxPriorityFeePerGas),
        signed_at_block: Number(signedAtBlock),
        is_self_transfer: isSelfTransfer,
      })),
    )
    .onConflict((conflict) => conflict.doNothing())
    .returning("attempt")
    .execute();
  if (kept.length < batch.length) return false;
  await transaction
    .updateTable("token_mint")
    .set({ hash, changed_at: new Date() })
    .where(isOfBatch(batch))
    .where(({ and }) => and({ state: "signed", nonce }))
    .execute();
  return true;
}

/** Rolls back a replacement of which another process has stored a part. */
class NotFirstError extends Error {}

/** Stores a signed transaction that replaces the last one of its nonce. False when another process was first. */
export function keepReplacement(
  database: Database,
  batch: Batch<MintKey>,
  last: MintAttempt,
  signed: NewAttempt,
): Promise<boolean> {
  return database
    .transaction()
    .execute(async (transaction) => {
      if (!(await keepAttempt(transaction, batch, last.nonce, last.attempt + 1, signed)))
        throw new NotFirstError();
      return true;
    })
    .catch((error) => {
      if (error instanceof NotFirstError) return false;
      throw error;
    });
}

/** Lists the transactions that were signed for a token under its nonce, newest first. */
export async function listAttempts(
  database: Database,
  mint: MintKey & { nonce: number },
): Promise<MintAttempt[]> {
  const rows = await database
    .selectFrom("mint_transaction")
    .selectAll()
    .where(({ and }) => and({ ...keyOf(mint), nonce: mint.nonce }))
    .orderBy("attempt", "desc")
    .execute();
  return rows.map((row) => ({
    nonce: row.nonce,
    attempt: row.attempt,
    hash: row.hash as Hex,
    raw: row.raw as Hex,
    gas: BigInt(row.gas),
    fees: {
      maxFeePerGas: BigInt(row.max_fee),
      maxPriorityFeePerGas: row.max_priority_fee === null ? null : BigInt(row.max_priority_fee),
    },
    signedAtBlock: BigInt(row.signed_at_block),
    isSelfTransfer: row.is_self_transfer,
    sentAt: row.sent_at,
  }));
}

/** Records when a node first accepted a transaction. */
export async function recordSent(
  database: Database,
  batch: Batch<MintKey>,
  { nonce, attempt }: Pick<MintAttempt, "nonce" | "attempt">,
): Promise<void> {
  await database
    .updateTable("mint_transaction")
    .set({ sent_at: sql`coalesce(sent_at, now())` })
    .where(isOfBatch(batch))
    .where(({ and }) => and({ nonce, attempt }))
    .execute();
}

/** Records that a node refused a transaction, and returns how often that happened. */
export async function recordRefusal(
  database: Database,
  batch: Batch<MintKey>,
  { nonce, attempt }: Pick<MintAttempt, "nonce" | "attempt">,
): Promise<number> {
  const { refusals } = await database
    .updateTable("mint_transaction")
    .set({ refusals: sql`refusals + 1` })
    .where(isOfBatch(batch))
    .where(({ and }) => and({ nonce, attempt }))
    .returning("refusals")
    .executeTakeFirstOrThrow();
  return refusals;
}
