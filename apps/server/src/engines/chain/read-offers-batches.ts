import {
  BaseError,
  ContractFunctionRevertedError,
  ContractFunctionZeroDataError,
  type PublicClient,
  toFunctionSelector,
} from "viem";
import type { Hex } from "./chain.ts";
import { collectionAbi } from "./collection-contract.ts";

/** The ERC-165 id of IBatchMint, whose only function is mintBatch. */
const batchMintInterface = toFunctionSelector("mintBatch(address,string[])");

/**
 * Asks a contract whether it has mintBatch. Undefined when the call was reverted: by a contract without ERC-165, or by a
 * node that reports a failure of its own in that way.
 */
export async function readOffersBatches(client: PublicClient, contract: Hex): Promise<boolean | undefined> {
  try {
    const answer = await client.readContract({
      address: contract,
      abi: collectionAbi,
      functionName: "supportsInterface",
      args: [batchMintInterface],
    });
    return answer === true;
  } catch (error) {
    const isReverted =
      error instanceof BaseError &&
      error.walk(
        (cause) =>
          cause instanceof ContractFunctionRevertedError || cause instanceof ContractFunctionZeroDataError,
      );
    if (isReverted) return undefined;
    throw error;
  }
}
