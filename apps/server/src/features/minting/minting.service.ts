import { randomUUID } from "node:crypto";
import type { Centicredits, MintToken } from "@mintwright/api-contract";
import type { MintingChain } from "../../engines/chain/index.ts";
import type { Database } from "../../platform/database/database.ts";
import type { Logger } from "../../platform/logging.ts";
import type { Enqueue } from "../../platform/queue/queue.ts";
import { holdForWork, lockAccount } from "../credits/index.ts";
import { maxInFlight } from "./advance-mints.ts";
import { TokenAlreadyMintedError } from "./minting.errors.ts";
import { enqueueMinting } from "./minting-kind.ts";
import { listMints, queueMints, type TokenMint } from "./mints.repository.ts";
import { signAndSend } from "./send-mint.ts";

/**
 * Requests sign at once only while this much room is left: a caller who asks for token after token cannot keep the queue,
 * in which accounts take turns, from the wallet.
 */
const roomAtOnce = { ofWallet: maxInFlight / 2, ofAccount: maxInFlight / 4 };

/** The wallets that mint, by chain id. */
export type MintingChains = ReadonlyMap<number, MintingChain>;

/** A collection whose tokens are to be minted. */
export interface MintOrder {
  accountId: string;
  collectionId: string;
  chainId: number;
  walletAddress: string;
}

/** Who pays, as the ledger names it. */
export interface MintPayer {
  keyId: string;
  operation: string;
  requestId: string;
}

type DescribedTokens = { id: number; tokenURI: string }[];

/** How far the mint of a token is, as callers see it. */
export type MintProgress = Pick<MintToken, "transaction" | "mint">;

/** The result of a request to mint. */
export interface AcceptedMints {
  progressOf(id: number): MintProgress;
  /** What is held for the tokens that are new, and the balance after it; undefined when nothing was held. */
  held: { amount: Centicredits; balance: Centicredits } | undefined;
}

/** Mints for callers, where the operator has configured it. */
export interface MintingService {
  /** What minting these tokens would cost: only those that are not in the outbox have a price. */
  getPrice(order: MintOrder, tokens: DescribedTokens): Promise<Centicredits>;
  /** Takes tokens into the outbox and tells how far each is; all null on a chain without a signer. */
  mint(order: MintOrder, tokens: DescribedTokens, payer: MintPayer): Promise<AcceptedMints>;
}

/** Creates the service. The first token of a request is signed at once, so that its transaction can be named; a worker signs the others. */
export function createMintingService({
  database,
  enqueue,
  chains,
  logger,
  maxAttempts,
  price,
}: {
  database: Database;
  enqueue: Enqueue;
  chains: MintingChains;
  logger: Logger;
  maxAttempts: number;
  /** Of each token. */
  price: Centicredits;
}): MintingService {
  const nothing: AcceptedMints = {
    progressOf: () => ({ transaction: null, mint: null }),
    held: undefined,
  };

  async function find(
    { accountId, collectionId }: MintOrder,
    tokens: DescribedTokens,
    reader: Database = database,
  ) {
    const numbers = tokens.map(({ id }) => id);
    const mints = await listMints(reader, accountId, collectionId, numbers);
    const byNumber = new Map(mints.map((mint) => [mint.number, mint]));
    assertSameWords(byNumber, tokens);
    return byNumber;
  }

  const isNew = (mint: TokenMint | undefined) =>
    !mint || (mint.state === "failed" && mint.failures < maxAttempts);

  /** Queues tokens and holds their price: both or neither. */
  function accept(chain: MintingChain, order: MintOrder, tokens: DescribedTokens, payer: MintPayer) {
    const { accountId, collectionId, walletAddress: to } = order;
    return database.transaction().execute(async (transaction) => {
      if (price > 0) await lockAccount(transaction, accountId);
      const holdId = price > 0 ? randomUUID() : null;
      const queued = await queueMints(transaction, chain, {
        accountId,
        collectionId,
        to,
        tokens: tokens.map(({ id, tokenURI }) => ({ number: id, tokenUri: tokenURI })),
        price,
        holdId,
        maxAttempts,
      });
      if (queued.length > 0) await enqueueMinting(transaction, enqueue, chain);
      // Checked again: another request may have queued the same tokens with other metadata meanwhile.
      await find(order, tokens, transaction);
      const amount = queued.length * price;
      if (!holdId || amount === 0) return undefined;
      return { amount, balance: await holdForWork(transaction, { accountId, holdId, amount, ...payer }) };
    });
  }

  return {
    async getPrice(order, tokens) {
      if (!chains.has(order.chainId)) return 0;
      const mints = await find(order, tokens);
      return price * tokens.filter(({ id }) => isNew(mints.get(id))).length;
    },

    async mint(order, tokens, payer) {
      const chain = chains.get(order.chainId);
      if (!chain) return nothing;
      const known = await find(order, tokens);
      const [first] = tokens.filter(({ id }) => isNew(known.get(id)));
      if (!first) return { progressOf: (id) => describe(known.get(id), order.chainId), held: undefined };
      // Before anything is written: a contract that refuses, or a node that is away, is the caller's answer.
      await chain.estimateGas([{ to: order.walletAddress as `0x${string}`, tokenUri: first.tokenURI }]);
      const held = await accept(chain, order, tokens, payer);
      const queued = (await find(order, tokens)).get(first.id);
      if (queued?.state === "queued") {
        // From here on the tokens are accepted: what fails now, a worker tries again.
        await signAndSend({ database, chain, logger, maxAttempts }, [queued], roomAtOnce).catch((error) =>
          logger.warn(
            { error, chainId: chain.chainId, number: first.id },
            "first mint not sent by the request, a worker will retry",
          ),
        );
      }
      const mints = await find(order, tokens);
      return { progressOf: (id) => describe(mints.get(id), order.chainId), held };
    },
  };
}

function assertSameWords(mints: Map<number, TokenMint>, tokens: DescribedTokens): void {
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
