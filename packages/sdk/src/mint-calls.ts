import type { MintToken } from "./contract.ts";

/** A call of the minting contract, for `writeContract` of viem and the like. */
export interface MintCall {
  functionName: "mint" | "mintBatch";
  args: [to: string, tokenURI: string] | [to: string, tokenURIs: string[]];
  /** The tokens that the call mints. */
  ids: number[];
}

/** A token costs about 120,000 gas, and Ethereum limits a transaction to 16.7 million. */
const defaultBatchSize = 50;

/**
 * Divides tokens into calls of the minting contract: one signature mints `batchSize` tokens, 50 by default. A contract without
 * `mintBatch` takes them one by one: pass a size of 1.
 */
export function toMintCalls(
  tokens: readonly Pick<MintToken, "id" | "tokenURI">[],
  { to, batchSize = defaultBatchSize }: { to: string; batchSize?: number },
): MintCall[] {
  if (!Number.isInteger(batchSize) || batchSize < 1)
    throw new RangeError("batchSize must be a whole number from 1");
  return Array.from({ length: Math.ceil(tokens.length / batchSize) }, (_, index) => {
    const batch = tokens.slice(index * batchSize, (index + 1) * batchSize);
    const ids = batch.map(({ id }) => id);
    const [first, ...others] = batch.map(({ tokenURI }) => tokenURI);
    return others.length === 0
      ? { functionName: "mint", args: [to, String(first)], ids }
      : { functionName: "mintBatch", args: [to, [String(first), ...others]], ids };
  });
}
