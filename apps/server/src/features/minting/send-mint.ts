import { FeesAboveCeilingError, type MintingChain } from "../../engines/chain/index.ts";
import type { Database } from "../../platform/database/database.ts";
import type { Logger } from "../../platform/logging.ts";
import type { JobContext } from "../../platform/queue/queue.ts";
import { raiseFees } from "./fees.ts";
import { findForgottenMint } from "./forgotten-mints.repository.ts";
import { type Room, signQueued } from "./mint-signers.repository.ts";
import {
  keepReplacement,
  type MintAttempt,
  recordRefusal,
  recordSent,
} from "./mint-transactions.repository.ts";
import { ChainAheadError, MintNotFinalError } from "./minting.errors.ts";
import { type Batch, recordProblem, type TokenMint } from "./mints.repository.ts";
import { reconcileWallet } from "./reconcile-wallet.ts";
import { settleMint } from "./settle-mint.repository.ts";

/** A node that refuses a transaction this often, in words that we do not know, will not accept it. */
const maxRefusals = 60;

/** What minting on one chain needs. */
export interface MintTools {
  database: Database;
  chain: MintingChain;
  logger: Logger;
  /** How often the transaction of a token may fail. */
  maxAttempts: number;
  /** Of the job that sends; requests have none. */
  signal?: AbortSignal;
  confirmClaim?: JobContext["confirmClaim"];
}

/**
 * Signs queued tokens in one transaction, after asking whether the contract would take them, and sends it when there is room
 * for it. A token that the chain has and the database forgot is not signed: it is minted.
 */
export async function signAndSend(tools: MintTools, batch: Batch, room: Room): Promise<void> {
  try {
    await signUnlessMinted(tools, batch, room);
  } catch (error) {
    if (!(error instanceof ChainAheadError)) throw error;
    await reconcileWallet(tools);
    await signUnlessMinted(tools, batch, room);
  }
}

/** Settles a token that the database forgot. False when it did not forget it. */
async function settleForgotten({ database, chain }: MintTools, mint: TokenMint): Promise<boolean> {
  const forgotten = await findForgottenMint(database, chain, mint);
  if (!forgotten) return false;
  const { hash, tokenId } = forgotten;
  const receipt = await chain.findReceipt(hash);
  const finalBlock = (await chain.getBlockNumber()) - BigInt(chain.confirmations);
  if (!receipt || receipt.blockNumber > finalBlock) throw new MintNotFinalError(hash);
  await settleMint(database, mint, { state: "minted", tokenId, hash, forgotten, isByService: true });
  return true;
}

async function signUnlessMinted(tools: MintTools, asked: Batch, room: Room): Promise<void> {
  const { database, chain, confirmClaim } = tools;
  const left: TokenMint[] = [];
  for (const mint of asked) if (!(await settleForgotten(tools, mint))) left.push(mint);
  const [first, ...others] = left;
  if (!first) return;
  const batch: Batch = [first, ...others];
  const gas = await chain.estimateGas(batch);
  const { fees, lowestFeePerGas, blockNumber } = await chain.quoteFees();
  // Signed below what blocks take, it would keep every later nonce waiting.
  if (lowestFeePerGas > chain.maxFeePerGas)
    throw new FeesAboveCeilingError(chain.chainId, lowestFeePerGas, chain.maxFeePerGas);
  const knownCount = Math.max(await chain.countTransactions(), await chain.countPendingTransactions());
  const attempt = await signQueued(
    database,
    chain,
    batch,
    { knownCount, room, confirmClaim },
    async (nonce) => ({
      ...(await chain.sign(batch, { nonce, gas, fees })),
      gas,
      fees,
      signedAtBlock: blockNumber,
      isSelfTransfer: false,
    }),
  );
  if (attempt) await sendAttempt(tools, batch, attempt);
}

/** Sends a transaction, for the first time or again: it is the same one, so the chain takes it once. */
export async function sendAttempt(tools: MintTools, batch: Batch, attempt: MintAttempt): Promise<void> {
  const { database, chain, logger } = tools;
  const outcome = await chain.send(attempt.raw);
  if (outcome.kind === "accepted" || outcome.kind === "nonce_used")
    return recordSent(database, batch, attempt);
  if (outcome.kind === "underpriced") return bidHigher(tools, batch, attempt);
  const { reason } = outcome;
  logger.warn(
    { chainId: chain.chainId, nonce: attempt.nonce, hash: attempt.hash, reason },
    "mint transaction refused by the node, will retry or fill its nonce",
  );
  await recordProblem(database, batch, `The node refused its transaction: ${reason}.`, 0);
  if (outcome.kind === "deferred") return;
  const refusals = await recordRefusal(database, batch, attempt);
  if (!attempt.isSelfTransfer && (outcome.isPermanent || refusals >= maxRefusals))
    await fillNonce(tools, batch, attempt);
}

/** Signs the same under the same nonce with higher fees: of the two, the chain takes one. At the ceiling, the last one is sent again. */
export async function bidHigher(tools: MintTools, batch: Batch, last: MintAttempt): Promise<void> {
  const { database, chain } = tools;
  const quote = await chain.quoteFees();
  const fees = raiseFees(last.fees, quote.fees, chain.maxFeePerGas);
  if (!fees) {
    const outcome = await chain.send(last.raw);
    if (outcome.kind === "accepted") await recordSent(database, batch, last);
    return recordProblem(
      database,
      batch,
      "Its transaction offers the highest fee that this service pays, and waits.",
      0,
    );
  }
  const terms = { nonce: last.nonce, gas: last.gas, fees };
  const { isSelfTransfer } = last;
  const signed = await (isSelfTransfer ? chain.signSelfTransfer(terms) : chain.sign(batch, terms));
  await replace(tools, batch, last, {
    ...signed,
    ...terms,
    isSelfTransfer,
    signedAtBlock: quote.blockNumber,
  });
}

/** Uses up the nonce of a transaction that no node accepts: every later nonce waits for it. */
async function fillNonce(tools: MintTools, batch: Batch, last: MintAttempt): Promise<void> {
  const { chain, logger } = tools;
  const { nonce } = last;
  const quote = await chain.quoteFees();
  const gas = await chain.estimateSelfTransferGas();
  const terms = { nonce, gas, fees: raiseFees(last.fees, quote.fees, chain.maxFeePerGas) ?? last.fees };
  const signed = await chain.signSelfTransfer(terms);
  logger.warn(
    { chainId: chain.chainId, nonce, hash: signed.hash },
    "mint transaction refused for good, filling its nonce with a self-transfer",
  );
  await replace(tools, batch, last, {
    ...signed,
    ...terms,
    isSelfTransfer: true,
    signedAtBlock: quote.blockNumber,
  });
}

async function replace(
  { database, chain }: MintTools,
  batch: Batch,
  last: MintAttempt,
  signed: Parameters<typeof keepReplacement>[3],
): Promise<void> {
  if (!(await keepReplacement(database, batch, last, signed))) return;
  const outcome = await chain.send(signed.raw);
  if (outcome.kind === "accepted" || outcome.kind === "nonce_used")
    await recordSent(database, batch, { nonce: last.nonce, attempt: last.attempt + 1 });
}
