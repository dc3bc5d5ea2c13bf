import { createPublicClient, http, type PublicClient } from "viem";
import { ChainUnavailableError, toChainError } from "./chain-errors.ts";

/** A chain's node, asked in our own words. */
export interface RpcClient {
  /** Runs a question; the first one also checks that the node speaks for the chain that it should. */
  ask<Answer>(question: (client: PublicClient) => Promise<Answer>): Promise<Answer>;
}

/** Connects to the node of a chain. */
export function createRpcClient(chainId: number, rpcUrl: string): RpcClient {
  const client = createPublicClient({
    transport: http(rpcUrl, { timeout: 10_000, retryCount: 2 }),
    // Answers are never taken from a cache: nonces and blocks must be of this moment.
    cacheTime: 0,
  });
  let isChecked = false;
  return {
    async ask(question) {
      try {
        if (!isChecked) {
          const actual = await client.getChainId();
          if (actual !== chainId)
            throw new ChainUnavailableError(chainId, `speaks for chain ${actual} instead`);
          isChecked = true;
        }
        return await question(client);
      } catch (error) {
        throw toChainError(chainId, error);
      }
    },
  };
}
