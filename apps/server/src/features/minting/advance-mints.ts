import { ContractRefusedError, FeesAboveCeilingError } from "../../engines/chain/index.ts";
import { JobTakenOverError } from "../../platform/queue/queue.ts";
import { findLost, findMined, findTokenId, type MinedAttempt } from "./find-mined.ts";
import { recordInStep } from "./mint-signers.repository.ts";
import { listAttempts, type MintAttempt } from "./mint-transactions.repository.ts";
import { ChainAheadError } from "./minting.errors.ts";
import {
  type Batch,
  clearAbsences,
  listQueuedBatches,
  listSignedBatches,
  recordAbsence,
  recordProblem,
  type SignedMint,
} from "./mints.repository.ts";
import { reconcileWallet } from "./reconcile-wallet.ts";
import { bidHigher, type MintTools, sendAttempt, signAndSend } from "./send-mint.ts";
import { settleMint } from "./settle-mint.repository.ts";

/** Nodes keep only so many waiting transactions of one wallet. */
export const maxInFlight = 16;
/** Tokens in one transaction. It costs about 120,000 gas for each, all of them lost when it is reverted. */
const maxBatchSize = 20;
/** A transaction is sent to the node again after this: nodes forget transactions and chains reorganise. */
const resendAfterInMs = 15_000;
const pauseAfterRefusalInSeconds = 30;
/** How often a transaction must be missing before its token gets another one, also on a chain without confirmations. */
const minAbsences = 3;
/** A turn ends after this even when the node is slow, so that the job can stop or hand the wallet on. */
const turnInMs = 20_000;

/** Advances every open token of the wallet: records mined ones, resends lost ones, raises the fees of stuck ones, signs queued ones. */
export async function advanceMints(tools: MintTools): Promise<void> {
  const { database, chain, logger, signal } = tools;
  const endsAt = Date.now() + turnInMs;
  const signed = await listSignedBatches(database, chain, maxInFlight);
  if (signed.length > 0) {
    const head = await chain.getBlockNumber();
    const finalBlock = head - BigInt(chain.confirmations);
    // Asked before the receipts: a nonce counted here was mined, so its receipt is there to be found.
    const finalCount = finalBlock >= 0n ? await chain.countTransactions(finalBlock) : 0;
    const minedCount = await chain.countTransactions();
    for (const batch of signed) {
      if (Date.now() > endsAt) return;
      signal?.throwIfAborted();
      // An error about one transaction does not delay the others.
      await advanceSigned(tools, batch, { head, finalBlock, finalCount, minedCount }).catch((error) =>
        logger.warn(
          { error, chainId: chain.chainId, nonce: batch[0].nonce },
          "mint not advanced, will retry",
        ),
      );
    }
  } else
    await recordInStep(database, chain, {
      block: await chain.getBlockNumber(),
      minedCount: await chain.countTransactions(),
    });
  const room = maxInFlight - signed.length;
  if (room <= 0) return;
  for (const batch of await listQueuedBatches(database, chain, {
    limit: room,
    batchSize: await chooseBatchSize(tools),
  })) {
    signal?.throwIfAborted();
    if (Date.now() > endsAt || !(await advanceQueued(tools, batch, endsAt))) return;
  }
}

/** A batch that fails uses up an attempt of each of its tokens, so there must be another one to mint them alone. */
async function chooseBatchSize({ chain, maxAttempts }: MintTools): Promise<number> {
  return maxAttempts > 1 && (await chain.offersBatches()) ? maxBatchSize : 1;
}

/** Signs and sends queued tokens. False when no other token could be sent now either. */
async function advanceQueued(tools: MintTools, batch: Batch, endsAt: number): Promise<boolean> {
  const { database, chain, logger, signal } = tools;
  try {
    await signAndSend(tools, batch, { ofWallet: maxInFlight, ofAccount: maxInFlight });
    return true;
  } catch (error) {
    if (error instanceof JobTakenOverError) throw error;
    const [{ accountId, collectionId, number }] = batch;
    const named = { error, chainId: chain.chainId, accountId, collectionId, number, tokens: batch.length };
    if (error instanceof ContractRefusedError && batch.length > 1) {
      logger.warn(named, "batch refused by the contract, minting its tokens alone");
      for (const mint of batch) {
        signal?.throwIfAborted();
        if (Date.now() > endsAt || !(await advanceQueued(tools, [mint], endsAt))) return false;
      }
      return true;
    }
    logger.warn(named, "mint not sent, will retry unless refused");
    const problem = (error as Error).message;
    if (error instanceof ContractRefusedError)
      await settleMint(database, batch[0], { state: "failed", hash: null, problem, isAttempt: false });
    else await recordProblem(database, batch, problem, pauseAfterRefusalInSeconds);
    return !(error instanceof FeesAboveCeilingError || error instanceof ChainAheadError);
  }
}

interface Blocks {
  head: bigint;
  finalBlock: bigint;
  finalCount: number;
  minedCount: number;
}

async function advanceSigned(tools: MintTools, batch: Batch<SignedMint>, blocks: Blocks): Promise<void> {
  const { database, chain } = tools;
  const [{ nonce, number, collectionId }] = batch;
  const attempts = await listAttempts(database, batch[0]);
  const mined = await findMined(chain, attempts);
  if (mined) {
    for (const mint of batch) await settleMined(tools, mint, mined, blocks);
    return;
  }
  if (nonce < blocks.finalCount) {
    for (const mint of batch) await handleLost(tools, mint, await listAttempts(database, mint), blocks);
    return;
  }
  const [newest] = attempts;
  if (!newest) throw new Error(`token ${number} of ${collectionId} is signed without a transaction`);
  const waitedInMs = newest.sentAt ? Date.now() - newest.sentAt.getTime() : undefined;
  const isNext = nonce <= blocks.minedCount;
  if (waitedInMs !== undefined && waitedInMs > chain.stuckAfterInMs && isNext)
    return bidHigher(tools, batch, newest);
  if (waitedInMs === undefined || waitedInMs > Math.min(resendAfterInMs, chain.stuckAfterInMs)) {
    await sendAttempt(tools, batch, newest);
  }
}

async function settleMined(
  tools: MintTools,
  mint: SignedMint,
  { attempt, receipt }: MinedAttempt,
  blocks: Blocks,
): Promise<void> {
  const { database, maxAttempts } = tools;
  if (receipt.blockNumber > blocks.finalBlock) {
    if (mint.absences > 0) await clearAbsences(database, mint);
    return;
  }
  const { hash } = attempt;
  const tokenId = findTokenId(receipt, mint);
  if (tokenId !== undefined)
    return settleMint(database, mint, { state: "minted", hash, tokenId, isByService: true });
  // An older version may have replaced a batch by the mint of one of its tokens.
  if (receipt.minted.length > 0)
    return handleLost(tools, mint, await listAttempts(database, mint), blocks, attempt);
  const reason = attempt.isSelfTransfer
    ? (mint.problem ?? "No node accepted its transaction.")
    : "Its transaction was reverted.";
  const failures = mint.failures + 1;
  if (mint.batchPosition > 0 && failures < maxAttempts) {
    const problem = `${reason} It minted several tokens; this one is minted alone now.`;
    return settleMint(database, mint, { state: "queued", problem, isAttempt: true });
  }
  const next =
    failures < maxAttempts
      ? "Ask again to try once more."
      : `That was attempt ${failures} of ${maxAttempts}: the service does not try this token again.`;
  await settleMint(database, mint, { state: "failed", hash, problem: `${reason} ${next}`, isAttempt: true });
}

/**
 * Handles a token whose nonce was used by none of its transactions, as it seems. Only when that was seen repeatedly, over
 * as many blocks as make a mint final, the wallet was used outside the service: then none of its transactions can be mined any more.
 */
async function handleLost(
  tools: MintTools,
  mint: SignedMint,
  attempts: MintAttempt[],
  blocks: Blocks,
  minedWithoutIt?: MintAttempt,
): Promise<void> {
  const { database, chain, logger } = tools;
  const others = attempts.filter(({ hash }) => hash !== minedWithoutIt?.hash);
  const found = await findLost(chain, mint, others, blocks.head);
  if (found && "mined" in found) return settleMined(tools, mint, found.mined, blocks);
  if (found) {
    const { hash, tokenId, blockNumber } = found.minted;
    if (blockNumber > blocks.finalBlock) return;
    const isByService =
      attempts.some((attempt) => attempt.hash === hash) || (await chain.findOwnNonce(hash)) !== undefined;
    return settleMint(database, mint, { state: "minted", hash, tokenId: String(tokenId), isByService });
  }
  const absence = await recordAbsence(database, mint, blocks.head);
  if (!absence || absence.absences < Math.max(minAbsences, chain.confirmations)) return;
  if (blocks.head - absence.sinceBlock < BigInt(chain.confirmations)) return;
  // What used the nonce may be a mint that the database forgot.
  await reconcileWallet(tools);
  logger.warn(
    { chainId: chain.chainId, nonce: mint.nonce, ...absence },
    "nonce used outside the service, signing again with another",
  );
  const problem = "Its nonce was used outside the service.";
  await settleMint(database, mint, { state: "queued", problem, isAttempt: false });
}
