import { formatEther } from "viem";
import type { Hex } from "./chain.ts";
import { addressOf } from "./deploy-contract.ts";
import { createRpcClient } from "./rpc-client.ts";

/** Asks a chain's node for what minting will need there, and says what it found; throws what is missing. */
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
        throw new Error(`there is no contract at ${contract}`);
      found.push("with the contract");
    }
    if (signerKey) {
      const signer = addressOf(signerKey);
      const balance = await client.getBalance({ address: signer });
      if (balance === 0n) throw new Error(`the signer ${signer} has no coins for fees`);
      found.push(`the signer ${signer} has ${formatEther(balance)} coins`);
    }
    return found.join(", ");
  });
}
