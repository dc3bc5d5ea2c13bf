import type { Fees, MintingChain } from "../../engines/chain/index.ts";
import type { Database } from "../../platform/database/database.ts";
import type { Logger } from "../../platform/logging.ts";
import {
  keepReplacement,
  listAttempts,
  listMintsInState,
  type MintAttempt,
  recordProblem,
  recordSent,
  settleMint,
  signQueued,
  type TokenMint,
} from "./mints.repository.ts";

/** Nodes keep only so many waiting transactions of one wallet. */
const maxInFlight = 16;
/** A transaction that a node was given is given to it again after this: a node may forget, a chain may reorganise. */
const resendAfterInMs = 15_000;
const pauseAfterRefusalInSeconds = 30;

type SignedMint = TokenMint & { nonce: number };

/** What minting on one chain needs. */
export interface MintTools {
  database: Database;
  chain: MintingChain;
  logger: Logger;
}

/** Signs one queued token, after asking whether the contract would take it, and sends it. */
export async function signAndSend(tools: MintTools, mint: TokenMint): Promise<void> {
  const { database, chain } = tools;
  const gas = await chain.estimateGas(mint);
  const fees = await chain.suggestFees();
  const minedCount = await chain.countTransactions();
  const attempt = await signQueued(database, chain, mint, minedCount, async (nonce) => ({
    ...(await chain.sign(mint, { nonce, gas, fees })),
    gas,
    fees,
  }));
  if (attempt) await sendAttempt(tools, mint, attempt);
}

/** Brings every token of the chain one step further: mined ones are recorded, lost ones sent again, stuck ones bid higher, queued ones signed. */
export async function advanceMints(tools: MintTools): Promise<void> {
  const { database, chain, logger } = tools;
  const signed = (await listMintsInState(database, chain, "signed", maxInFlight)) as SignedMint[];
  if (signed.length > 0) {
    const head = await chain.getBlockNumber();
    const finalBlock = head - BigInt(chain.confirmations);
    // Asked before the receipts: a nonce counted here was mined, so its receipt is there to be found.
    const finalCount = finalBlock >= 0n ? await chain.countTransactions(finalBlock) : 0;
    const minedCount = await chain.countTransactions();
    for (const mint of signed) await advanceSigned(tools, mint, { finalBlock, finalCount, minedCount });
  }
  const room = maxInFlight - signed.length;
  if (room <= 0) return;
  for (const mint of await listMintsInState(database, chain, "queued", room)) {
    try {
      await signAndSend(tools, mint);
    } catch (error) {
      logger.warn({ error, chainId: chain.chainId, number: mint.number }, "a token could not be sent");
      await recordProblem(database, mint, (error as Error).message, pauseAfterRefusalInSeconds);
    }
  }
}

interface Blocks {
  finalBlock: bigint;
  finalCount: number;
  minedCount: number;
}

async function advanceSigned(tools: MintTools, mint: SignedMint, blocks: Blocks): Promise<void> {
  const { database, chain } = tools;
  const attempts = await listAttempts(database, mint);
  for (const attempt of attempts) {
    const receipt = await chain.findReceipt(attempt.hash);
    if (!receipt) continue;
    if (receipt.blockNumber > blocks.finalBlock) return;
    const { hash } = attempt;
    return settleMint(
      database,
      mint,
      receipt.tokenId === undefined
        ? { state: "failed", hash, problem: "The transaction was reverted. Ask again to try anew." }
        : { state: "minted", hash, tokenId: String(receipt.tokenId) },
    );
  }
  if (mint.nonce < blocks.finalCount) {
    // Somebody else used the wallet: none of our transactions of this nonce can be mined any more.
    return settleMint(database, mint, {
      state: "queued",
      problem: "Its nonce was used outside the service.",
    });
  }
  const [newest] = attempts;
  if (!newest)
    throw new Error(`token ${mint.number} of ${mint.collectionId} is signed without a transaction`);
  const waitedInMs = newest.sentAt ? Date.now() - newest.sentAt.getTime() : undefined;
  const isNext = mint.nonce <= blocks.minedCount;
  if (waitedInMs !== undefined && waitedInMs > chain.stuckAfterInMs && isNext)
    return bidHigher(tools, mint, newest);
  if (waitedInMs === undefined || waitedInMs > Math.min(resendAfterInMs, chain.stuckAfterInMs)) {
    await sendAttempt(tools, mint, newest);
  }
}

/** Sends a transaction, for the first time or again: it is the same one, so the chain takes it once. */
async function sendAttempt(tools: MintTools, mint: TokenMint, attempt: MintAttempt): Promise<void> {
  const { database, chain, logger } = tools;
  const outcome = await chain.send(attempt.raw);
  if (outcome.kind === "accepted" || outcome.kind === "nonce_used")
    return recordSent(database, mint, attempt);
  if (outcome.kind === "underpriced") return bidHigher(tools, { ...mint, nonce: attempt.nonce }, attempt);
  logger.warn(
    { chainId: chain.chainId, hash: attempt.hash, reason: outcome.reason },
    "a node refused a mint",
  );
  await recordProblem(database, mint, `The node refused it: ${outcome.reason}`, 0);
}

/** Signs the same mint under the same nonce with higher fees: of the two, the chain takes one. */
async function bidHigher(tools: MintTools, mint: SignedMint, last: MintAttempt): Promise<void> {
  const { database, chain } = tools;
  const fees = raise(last.fees, await chain.suggestFees());
  const signed = await chain.sign(mint, { nonce: last.nonce, gas: last.gas, fees });
  if (!(await keepReplacement(database, mint, last, { ...signed, gas: last.gas, fees }))) return;
  const outcome = await chain.send(signed.raw);
  if (outcome.kind === "accepted" || outcome.kind === "nonce_used")
    await recordSent(database, mint, { ...last, attempt: last.attempt + 1 });
}

/** Nodes take a replacement only when both prices rise by a tenth; an eighth is safely above. */
export function raise(last: Fees, suggested: Fees): Fees {
  const higher = (a: bigint, b: bigint) => {
    const raised = a + a / 8n + 1n;
    return raised > b ? raised : b;
  };
  return {
    maxFeePerGas: higher(last.maxFeePerGas, suggested.maxFeePerGas),
    maxPriorityFeePerGas:
      last.maxPriorityFeePerGas === null
        ? null
        : higher(last.maxPriorityFeePerGas, suggested.maxPriorityFeePerGas ?? 0n),
  };
}
