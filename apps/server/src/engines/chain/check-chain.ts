import { formatEther } from "viem";
import type { Hex } from "./chain.ts";
import { addressOf } from "./deploy-contract.ts";
import { createRpcClient } from "./rpc-client.ts";

/** Checks that a chain's node, contract and signer are usable. Returns a summary, throws what is missing. */
export async function checkChain({
  chainId,
  rpcUrl,
  contract,
  signerKey,
}: {
  chainId: number;
  rpcUrl: string;
  contract?: Hex | undefined;
  signerKey?: Hex | undefined;
}): Promise<string> {
  return createRpcClient(chainId, rpcUrl).ask(async (client) => {
    const found = [`at block ${await client.getBlockNumber()}`];
    if (contract) {
      if (!(await client.getCode({ address: contract })))
        throw new Error(`no contract is deployed at ${contract}`);
      found.push("contract found");
    }
    if (signerKey) {
      const signer = addressOf(signerKey);
      const balance = await client.getBalance({ address: signer });
      if (balance === 0n) throw new Error(`the signer ${signer} has no balance to pay fees`);
      found.push(`signer ${signer} has a balance of ${formatEther(balance)}`);
    }
    return found.join(", ");
  });
}
