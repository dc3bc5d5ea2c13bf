import { sql, type Transaction } from "kysely";
import type { MintingChain } from "../../engines/chain/index.ts";
import type { Database } from "../../platform/database/database.ts";
import type { Schema } from "../../platform/database/schema.ts";
import { type JobContext, JobTakenOverError } from "../../platform/queue/queue.ts";
import { keepAttempt, type MintAttempt, type NewAttempt } from "./mint-transactions.repository.ts";
import { keyOf, type MintKey } from "./mints.repository.ts";

/** How many tokens of a wallet, and of one account among them, may have a transaction under way. */
export interface Room {
  ofWallet: number;
  ofAccount: number;
}

/** When a queued token may be signed. */
interface SigningTerms {
  minedCount: number;
  room: Room;
  /** Given by a worker: it signs nothing once another worker has its job. */
  confirmClaim?: JobContext["confirmClaim"] | undefined;
}

/**
 * Assigns the next nonce to a queued token and stores its signed transaction, in one transaction. The wallet's row is locked
 * meanwhile: no two tokens get the same nonce, and no nonce is skipped when this fails. Undefined when the token is not
 * queued any more, or when there is no room for it.
 */
export async function signQueued(
  database: Database,
  { chainId, signer }: Pick<MintingChain, "chainId" | "signer">,
  key: MintKey,
  { minedCount, room, confirmClaim }: SigningTerms,
  sign: (nonce: number) => Promise<NewAttempt>,
): Promise<MintAttempt | undefined> {
  return database
    .transaction()
    .execute(async (transaction) => {
      const { nonce } = await transaction
        .updateTable("mint_signer")
        // Never below the nonces in blocks: the wallet may be used outside the service too.
        .set({ next_nonce: sql`greatest(next_nonce, ${minedCount}) + 1` })
        .where("chain_id", "=", chainId)
        .where("address", "=", signer)
        .returning(sql<number>`next_nonce - 1`.as("nonce"))
        .executeTakeFirstOrThrow();
      if (!(await hasRoom(transaction, { chainId, signer }, key.accountId, room))) throw new NotTakenError();
      if (confirmClaim && !(await confirmClaim(transaction))) throw new JobTakenOverError();
      const taken = await transaction
        .updateTable("token_mint")
        .set({ state: "signed", nonce, problem: null, changed_at: new Date() })
        .where(({ and }) => and({ ...keyOf(key), state: "queued" }))
        .returning("number")
        .executeTakeFirst();
      if (!taken) throw new NotTakenError();
      const signed = await sign(nonce);
      await keepAttempt(transaction, key, nonce, 1, signed);
      return { ...signed, nonce, attempt: 1, sentAt: null };
    })
    .catch((error) => {
      if (error instanceof NotTakenError) return undefined;
      throw error;
    });
}

/** Rolls back the nonce of a token that is not signed now. */
class NotTakenError extends Error {}

async function hasRoom(
  transaction: Database,
  { chainId, signer }: Pick<MintingChain, "chainId" | "signer">,
  accountId: string,
  room: Room,
): Promise<boolean> {
  const { rows } = await sql<{ hasRoom: boolean }>`
    select count(*) < ${room.ofWallet} and count(*) filter (where account_id = ${accountId}::uuid) < ${room.ofAccount}
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

/** Waits until no request is adding mints to the wallet, and keeps others from it until the transaction ends. */
export async function lockSigner(
  transaction: Transaction<Schema>,
  { chainId, signer }: Pick<MintingChain, "chainId" | "signer">,
): Promise<void> {
  await sql`select from mint_signer where chain_id = ${chainId}::bigint and address = ${signer} for update`.execute(
    transaction,
  );
}
