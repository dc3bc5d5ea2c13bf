import { sql } from "kysely";
import type { MintingChain } from "../../engines/chain/index.ts";
import type { Database } from "../../platform/database/database.ts";
import { keepAttempt, type MintAttempt, type NewAttempt } from "./mint-transactions.repository.ts";
import { keyOf, type MintKey } from "./mints.repository.ts";

/** How many tokens of a wallet, and of one account among them, may have a transaction under way. */
export interface Room {
  ofWallet: number;
  ofAccount: number;
}

/**
 * Gives a queued token its nonce and writes its signed transaction down, in one transaction. The wallet's row is
 * locked meanwhile: nobody else has this nonce, and no nonce is skipped when this fails. Undefined
 * when the token was not queued any more, or when there is no room for it.
 */
export async function signQueued(
  database: Database,
  { chainId, signer }: Pick<MintingChain, "chainId" | "signer">,
  key: MintKey,
  { minedCount, room }: { minedCount: number; room: Room },
  sign: (nonce: number) => Promise<NewAttempt>,
): Promise<MintAttempt | undefined> {
  return database
    .transaction()
    .execute(async (transaction) => {
      const { nonce } = await transaction
        .updateTable("mint_signer")
        // Never below what is in blocks: whoever else uses this wallet must not leave us behind.
        .set({ next_nonce: sql`greatest(next_nonce, ${minedCount}) + 1` })
        .where("chain_id", "=", chainId)
        .where("address", "=", signer)
        .returning(sql<number>`next_nonce - 1`.as("nonce"))
        .executeTakeFirstOrThrow();
      if (!(await hasRoom(transaction, { chainId, signer }, key.accountId, room))) throw new NotTakenError();
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

/** Undoes the nonce of a token that is not signed now. */
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

/** Takes the wallet for a while, so that one worker at a time asks the node. Correctness does not depend on it. */
export async function leaseSigner(
  database: Database,
  { chainId, signer }: MintingChain,
  seconds: number,
): Promise<boolean> {
  const leased = await database
    .updateTable("mint_signer")
    .set({ leased_until: sql`now() + make_interval(secs => ${seconds})` as never })
    .where("chain_id", "=", chainId)
    .where("address", "=", signer)
    .where(sql<boolean>`leased_until <= now()`)
    .returning("address")
    .executeTakeFirst();
  return leased !== undefined;
}

/** Gives the wallet back. */
export async function releaseSigner(database: Database, { chainId, signer }: MintingChain): Promise<void> {
  await database
    .updateTable("mint_signer")
    .set({ leased_until: new Date() })
    .where("chain_id", "=", chainId)
    .where("address", "=", signer)
    .execute();
}
