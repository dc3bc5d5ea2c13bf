import { sql } from "kysely";
import type { Hex, MintingChain } from "../../engines/chain/index.ts";
import type { Database } from "../../platform/database/database.ts";
import type { TokenMint } from "./mints.repository.ts";

/** A mint by a wallet of the service of which the database has no transaction. */
export interface ForgottenMint {
  hash: Hex;
  blockNumber: bigint;
  tokenId: string;
  to: Hex;
  tokenUri: string;
  nonce: number;
}

/** Returns those of the transactions that the database neither signed nor found before. */
export async function findUnknownHashes(database: Database, hashes: Hex[]): Promise<Hex[]> {
  const { rows } = await sql<{ hash: Hex }>`
    select hash from unnest(${hashes}::text[]) as given(hash)
    where not exists (select from mint_transaction t where t.hash = given.hash)
      and not exists (select from token_mint m where m.hash = given.hash)
      and not exists (select from forgotten_mint f where f.hash = given.hash)`.execute(database);
  return rows.map(({ hash }) => hash);
}

export async function keepForgottenMint(
  database: Database,
  { chainId, contract, signer }: Pick<MintingChain, "chainId" | "contract" | "signer">,
  { hash, blockNumber, tokenId, to, tokenUri, nonce }: ForgottenMint,
): Promise<void> {
  await database
    .insertInto("forgotten_mint")
    .values({
      chain_id: chainId,
      contract,
      signer,
      token_id: tokenId,
      to_address: to,
      token_uri: tokenUri,
      hash,
      nonce,
      block: Number(blockNumber),
    })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}

/** Finds the forgotten mint of a token that was asked for again, with its place in the transaction. */
export function findForgottenMint(
  database: Database,
  { chainId, contract }: Pick<MintingChain, "chainId" | "contract">,
  { to, tokenUri }: Pick<TokenMint, "to" | "tokenUri">,
): Promise<{ hash: Hex; tokenId: string; nonce: number; batchPosition: number } | undefined> {
  return database
    .selectFrom("forgotten_mint")
    .select([
      sql<Hex>`hash`.as("hash"),
      "token_id as tokenId",
      "nonce",
      sql<number>`(select count(*) from forgotten_mint o where o.chain_id = forgotten_mint.chain_id
        and o.contract = forgotten_mint.contract and o.hash = forgotten_mint.hash
        and o.token_id::numeric <= forgotten_mint.token_id::numeric)`.as("batchPosition"),
    ])
    .where("chain_id", "=", chainId)
    .where("contract", "=", contract)
    .where("token_uri", "=", tokenUri)
    .where(sql<boolean>`lower(to_address) = lower(${to})`)
    .executeTakeFirst();
}
