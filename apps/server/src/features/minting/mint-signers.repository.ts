import { sql, type Transaction } from "kysely";
import type { MintingChain } from "../../engines/chain/index.ts";
import type { Database } from "../../platform/database/database.ts";
import type { Schema } from "../../platform/database/schema.ts";
import { type JobContext, JobTakenOverError } from "../../platform/queue/queue.ts";
import { keepAttempt, type MintAttempt, type NewAttempt } from "./mint-transactions.repository.ts";
import { ChainAheadError } from "./minting.errors.ts";
import { type Batch, isOfBatch, type MintKey } from "./mints.repository.ts";

/** How many transactions of a wallet, and of one account among them, may be under way. */
export interface Room {
  ofWallet: number;
  ofAccount: number;
}

/** When queued tokens may be signed. */
interface SigningTerms {
  /** The transactions of the wallet that the chain knows, mined or waiting. */
  knownCount: number;
  room: Room;
  /** Given by a worker: it signs nothing once another worker has its job. */
  confirmClaim?: JobContext["confirmClaim"] | undefined;
}

/**
 * Assigns the next nonce to a batch of queued tokens and stores its signed transaction, in one transaction. The wallet's row
 * is locked meanwhile: no two batches get the same nonce, and no nonce is skipped when this fails. Undefined when one of the
 * tokens is not queued any more, or when there is no room for them. Throws when the chain knows more transactions than the
 * database: one of them may be of these tokens.
 */
export async function signQueued(
  database: Database,
  { chainId, signer }: Pick<MintingChain, "chainId" | "signer">,
  batch: Batch<MintKey>,
  { knownCount, room, confirmClaim }: SigningTerms,
  sign: (nonce: number) => Promise<NewAttempt>,
): Promise<MintAttempt | undefined> {
  return database
    .transaction()
    .execute(async (transaction) => {
      const { nonce } = await transaction
        .updateTable("mint_signer")
        .set({ next_nonce: sql`next_nonce + 1` })
        .where("chain_id", "=", chainId)
        .where("address", "=", signer)
        .returning(sql<number>`next_nonce - 1`.as("nonce"))
        .executeTakeFirstOrThrow();
      if (knownCount > nonce) throw new ChainAheadError(chainId, knownCount, nonce);
      if (!(await hasRoom(transaction, { chainId, signer }, batch[0].accountId, room)))
        throw new NotTakenError();
      if (confirmClaim && !(await confirmClaim(transaction))) throw new JobTakenOverError();
      const taken = await transaction
        .selectFrom("token_mint")
        .select("number")
        .where(isOfBatch(batch))
        .where("state", "=", "queued")
        .orderBy("collection_id")
        .orderBy("number")
        .forUpdate()
        .execute();
      if (taken.length < batch.length) throw new NotTakenError();
      const numbers = batch.map(({ number }) => number);
      await transaction
        .updateTable("token_mint")
        .set({
          state: "signed",
          nonce,
          batch_position: batch.length === 1 ? 0 : sql`array_position(${numbers}::integer[], number)`,
          problem: null,
          changed_at: new Date(),
        })
        .where(isOfBatch(batch))
        .execute();
      const signed = await sign(nonce);
      await keepAttempt(transaction, batch, nonce, 1, signed);
      return { ...signed, nonce, attempt: 1, sentAt: null };
    })
    .catch((error) => {
      if (error instanceof NotTakenError) return undefined;
      throw error;
    });
}

/** Rolls back the nonce of a batch that is not signed now. */
class NotTakenError extends Error {}

async function hasRoom(
  transaction: Database,
  { chainId, signer }: Pick<MintingChain, "chainId" | "signer">,
  accountId: string,
  room: Room,
): Promise<boolean> {
  const { rows } = await sql<{ hasRoom: boolean }>`
    select count(distinct nonce) < ${room.ofWallet}
      and count(distinct nonce) filter (where account_id = ${accountId}::uuid) < ${room.ofAccount}
      -- Something that the database does not know used a nonce: what that was is found out first.
      and count(*) filter (where absences > 0) = 0
      as "hasRoom"
    from token_mint where chain_id = ${chainId}::bigint and signer = ${signer} and state = 'signed'`.execute(
    transaction,
  );
  return rows[0]?.hasRoom ?? false;
}

/** Whether a wallet has tokens that are not minted yet. */
export async function hasOpenMints(
  database: Database,
  { chainId, signer }: Pick<MintingChain, "chainId" | "signer">,
): Promise<boolean> {
  const { rows } = await sql<{ isOpen: boolean }>`
    select exists (
      select from token_mint where chain_id = ${chainId}::bigint and signer = ${signer} and state = 'queued'
      union all
      select from token_mint where chain_id = ${chainId}::bigint and signer = ${signer} and state = 'signed'
    ) as "isOpen"`.execute(database);
  return rows[0]?.isOpen ?? false;
}

/** The block up to which the database knows the wallet's mints; undefined when it has none. */
export async function findCheckedBlock(
  database: Database,
  { chainId, signer }: Pick<MintingChain, "chainId" | "signer">,
): Promise<bigint | undefined> {
  const { rows } = await sql<{ checkedBlock: number | null }>`
    select coalesce(s.checked_block, (
      select max(t.signed_at_block) from token_mint m
      join mint_transaction t using (account_id, collection_id, number)
      where m.chain_id = s.chain_id and m.signer = s.address
    )) as "checkedBlock"
    from mint_signer s where s.chain_id = ${chainId}::bigint and s.address = ${signer}`.execute(database);
  const checkedBlock = rows[0]?.checkedBlock ?? undefined;
  return checkedBlock === undefined ? undefined : BigInt(checkedBlock);
}

/** Continues with the chain's nonce after its mints were compared with the database up to a block. */
export async function followChain(
  database: Database,
  { chainId, signer }: Pick<MintingChain, "chainId" | "signer">,
  { minedCount, block }: { minedCount: number; block: bigint },
): Promise<void> {
  await sql`
    insert into mint_signer as s (chain_id, address, next_nonce, checked_block)
    values (${chainId}::bigint, ${signer}, ${minedCount}, ${String(block)}::bigint)
    on conflict (chain_id, address) do update set next_nonce = greatest(s.next_nonce, excluded.next_nonce),
      checked_block = greatest(s.checked_block, excluded.checked_block)`.execute(database);
}

/** Records that a wallet without open mints has exactly the transactions that the database knows. */
export async function recordInStep(
  database: Database,
  { chainId, signer }: Pick<MintingChain, "chainId" | "signer">,
  { minedCount, block }: { minedCount: number; block: bigint },
): Promise<void> {
  await sql`
    update mint_signer set checked_block = greatest(checked_block, ${String(block)}::bigint)
    where chain_id = ${chainId}::bigint and address = ${signer} and next_nonce = ${minedCount}`.execute(
    database,
  );
}

/** Waits until no request is adding mints to the wallet, and keeps others from it until the transaction ends. */
export async function lockSigner(
  transaction: Transaction<Schema>,
  { chainId, signer }: Pick<MintingChain, "chainId" | "signer">,
): Promise<void> {
  await sql`select from mint_signer where chain_id = ${chainId}::bigint and address = ${signer} for update`.execute(
    transaction,
  );
}
