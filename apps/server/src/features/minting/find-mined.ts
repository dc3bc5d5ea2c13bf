import type { MintedToken, MintingChain, MintReceipt } from "../../engines/chain/index.ts";
import type { MintAttempt } from "./mint-transactions.repository.ts";
import type { TokenMint } from "./mints.repository.ts";

/** A chain that reorganises may put a transaction into a block before the one that it was signed at. */
export const blocksBeforeSigning = 100n;

/** A transaction of a token that is in a block. */
export interface MinedAttempt {
  attempt: MintAttempt;
  receipt: MintReceipt;
}

/** Finds the id that a transaction gave to a token: at its place, or elsewhere when the transaction minted other tokens. */
export function findTokenId({ minted }: MintReceipt, mint: TokenMint): string | undefined {
  const isIt = ({ to, tokenUri }: MintReceipt["minted"][number]) =>
    to.toLowerCase() === mint.to.toLowerCase() && tokenUri === mint.tokenUri;
  const atItsPlace = minted[Math.max(mint.batchPosition - 1, 0)];
  const found = atItsPlace && isIt(atItsPlace) ? atItsPlace : minted.find(isIt);
  return found && String(found.tokenId);
}

/** Finds the one transaction of a token that was mined. */
export async function findMined(
  chain: MintingChain,
  attempts: readonly MintAttempt[],
): Promise<MinedAttempt | undefined> {
  for (const attempt of attempts) {
    const receipt = await chain.findReceipt(attempt.hash);
    if (receipt) return { attempt, receipt };
  }
  return undefined;
}

/**
 * Looks harder for a token whose nonce was used. Behind a load balancer a replica that lags answers that there is no
 * receipt, and no event, of a block that it has not seen: each receipt is asked for twice in a row, and the contract is
 * asked whether it minted the token.
 */
export async function findLost(
  chain: MintingChain,
  mint: TokenMint,
  attempts: readonly MintAttempt[],
  head: bigint,
): Promise<{ mined: MinedAttempt } | { minted: MintedToken } | undefined> {
  const mined = await findMined(
    chain,
    attempts.flatMap((attempt) => [attempt, attempt]),
  );
  if (mined) return { mined };
  const first = attempts.reduce(
    (least, { signedAtBlock }) => (signedAtBlock < least ? signedAtBlock : least),
    head,
  );
  const fromBlock = first > blocksBeforeSigning ? first - blocksBeforeSigning : 0n;
  const minted = await chain.findMintedToken(mint, fromBlock, head);
  return minted && { minted };
}
