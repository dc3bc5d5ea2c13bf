import { createPublicClient, http, type PublicClient } from "viem";
import { ChainUnavailableError, toChainError } from "./chain-errors.ts";

/** A client for the RPC node of one chain. Its errors do not contain the node's URL. */
export interface RpcClient {
  /** Runs queries. The first call also verifies the node's chain id. */
  ask<Answer>(question: (client: PublicClient) => Promise<Answer>): Promise<Answer>;
}

export function createRpcClient(chainId: number, rpcUrl: string): RpcClient {
  const client = createPublicClient({
    transport: http(rpcUrl, { timeout: 10_000, retryCount: 2 }),
    // No caching: nonces and block numbers must be current.
    cacheTime: 0,
  });
  let isChecked = false;
  return {
    async ask(question) {
      try {
        if (!isChecked) {
          const actual = await client.getChainId();
          if (actual !== chainId) throw new ChainUnavailableError(chainId, `serves chain ${actual} instead`);
          isChecked = true;
        }
        return await question(client);
      } catch (error) {
        throw toChainError(chainId, error);
      }
    },
  };
}
