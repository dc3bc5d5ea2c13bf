import type { MintToken } from "@mintwright/api-contract";
import type { MintingChain } from "../../engines/chain/index.ts";
import type { Database } from "../../platform/database/database.ts";
import type { Logger } from "../../platform/logging.ts";
import { signAndSend } from "./advance-mints.ts";
import { TokenAlreadyMintedError } from "./minting.errors.ts";
import { listMints, queueMints, type TokenMint } from "./mints.repository.ts";

/** The wallets that mint, by chain id. */
export type MintingChains = ReadonlyMap<number, MintingChain>;

/** A collection whose tokens are to be minted. */
export interface MintOrder {
  accountId: string;
  collectionId: string;
  chainId: number;
  walletAddress: string;
}

/** How far the mint of a token is, as callers see it. */
export type MintProgress = Pick<MintToken, "transaction" | "mint">;

/** Mints for callers, where the operator has configured it. */
export interface MintingService {
  /** Takes tokens into the outbox and tells how far each is; all null on a chain without a signer. */
  mint(order: MintOrder, tokens: { id: number; tokenURI: string }[]): Promise<(id: number) => MintProgress>;
}

/** Creates the service. The first token of a request is signed at once, so that its transaction can be named; a worker signs the others. */
export function createMintingService({
  database,
  chains,
  logger,
}: {
  database: Database;
  chains: MintingChains;
  logger: Logger;
}): MintingService {
  return {
    async mint({ accountId, collectionId, chainId, walletAddress }, tokens) {
      const chain = chains.get(chainId);
      const [first] = tokens;
      if (!chain || !first) return () => ({ transaction: null, mint: null });
      const numbers = tokens.map(({ id }) => id);
      const find = async () =>
        new Map(
          (await listMints(database, accountId, collectionId, numbers)).map((mint) => [mint.number, mint]),
        );
      assertSameWords(await find(), tokens);
      const call = { to: walletAddress as `0x${string}`, tokenUri: first.tokenURI };
      // Before anything is written: a contract that refuses, or a node that is away, is the caller's answer.
      await chain.estimateGas(call);
      const wanted = tokens.map(({ id, tokenURI }) => ({ number: id, tokenUri: tokenURI }));
      await database
        .transaction()
        .execute((transaction) =>
          queueMints(transaction, chain, accountId, collectionId, walletAddress, wanted),
        );
      const queued = (await find()).get(first.id);
      if (queued?.state === "queued") await signAndSend({ database, chain, logger }, queued);
      const mints = await find();
      assertSameWords(mints, tokens);
      return (id) => describe(mints.get(id), chainId);
    },
  };
}

function assertSameWords(mints: Map<number, TokenMint>, tokens: { id: number; tokenURI: string }[]): void {
  for (const { id, tokenURI } of tokens) {
    const mint = mints.get(id);
    if (mint && mint.state !== "failed" && mint.tokenUri !== tokenURI)
      throw new TokenAlreadyMintedError(id, mint.tokenUri);
  }
}

function describe(mint: TokenMint | undefined, chainId: number): MintProgress {
  if (!mint) return { transaction: null, mint: null };
  const { state, tokenId, problem, hash } = mint;
  return { transaction: hash && { hash, chainId }, mint: { state, tokenId, problem } };
}
