import { createWalletClient, http, zeroAddress } from "viem";
import { privateKeyToAccount } from "viem/accounts";
import type { Hex } from "./chain.ts";
import { ChainUnavailableError, toChainError } from "./chain-errors.ts";
import { collectionAbi, collectionBytecode } from "./collection-contract.ts";
import { createRpcClient } from "./rpc-client.ts";

/** The address to which the contract grants a role that everyone has. */
export const everybody: Hex = zeroAddress;

export interface Deployment {
  name: string;
  symbol: string;
  admin: Hex;
  minter: Hex;
  royaltyReceiver: Hex | undefined;
  royaltyBasisPoints: number;
}

export function addressOf(signerKey: Hex): Hex {
  return privateKeyToAccount(signerKey).address;
}

/** Deploys the contract and waits until the transaction is mined. */
export async function deployContract(
  { chainId, rpcUrl, signerKey }: { chainId: number; rpcUrl: string; signerKey: Hex },
  { name, symbol, admin, minter, royaltyReceiver, royaltyBasisPoints }: Deployment,
): Promise<{ address: Hex; transactionHash: Hex }> {
  const wallet = createWalletClient({ account: privateKeyToAccount(signerKey), transport: http(rpcUrl) });
  return createRpcClient(chainId, rpcUrl).ask(async (client) => {
    try {
      const hash = await wallet.deployContract({
        abi: collectionAbi,
        bytecode: collectionBytecode,
        args: [name, symbol, admin, minter, royaltyReceiver ?? zeroAddress, royaltyBasisPoints],
        chain: null,
      });
      const { contractAddress, status } = await client.waitForTransactionReceipt({ hash });
      if (status !== "success" || !contractAddress)
        throw new ChainUnavailableError(chainId, `reverted the deployment ${hash}`);
      return { address: contractAddress, transactionHash: hash };
    } catch (error) {
      throw toChainError(chainId, error);
    }
  });
}
