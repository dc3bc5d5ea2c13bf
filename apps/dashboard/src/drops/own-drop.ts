import { getAddress, type Hex } from "viem";
import type { WalletOnChain } from "../wallet/open-on-chain.ts";
import { abi, explained } from "./drop-contract.ts";

/** Estimates the cost of deploying a drop, in wei. */
export function estimateDeployment({ chain, account }: WalletOnChain, data: string): Promise<bigint> {
  return explained(async () => {
    const [gas, price] = await Promise.all([
      chain.estimateGas({ account, data: data as Hex }),
      chain.getGasPrice(),
    ]);
    return gas * price;
  });
}

/** Asks the wallet to deploy a drop and returns the hash of the transaction. */
export function deployDrop({ signer, account, returnToChain }: WalletOnChain, data: string): Promise<string> {
  return explained(async () => {
    await returnToChain();
    return signer.sendTransaction({ account, data: data as Hex, chain: null });
  });
}

/** Sends the proceeds of a drop to its owner. */
export function withdrawProceeds(wallet: WalletOnChain, address: string): Promise<void> {
  return explained(async () => {
    const { signer, chain, account, returnToChain } = wallet;
    await returnToChain();
    const call = { address: getAddress(address), abi, functionName: "withdraw", account } as const;
    await chain.simulateContract(call);
    await waitFor(wallet, await signer.writeContract({ ...call, chain: null }), "Nothing was withdrawn.");
  });
}

/** The terms of a drop as its contract has them. */
export interface ContractTerms {
  /** In wei. */
  price: bigint;
  /** In seconds; 0 closes the sale. */
  startsAt: bigint;
  maxPerWallet: bigint;
  /** The Merkle root of the wallets that may claim; zero for every wallet. */
  allowList: Hex;
}

/** Changes some terms of a drop. The others stay as the chain has them. */
export function changeTerms(
  wallet: WalletOnChain,
  address: string,
  change: Partial<ContractTerms>,
): Promise<void> {
  return explained(async () => {
    const { signer, chain, account, returnToChain } = wallet;
    await returnToChain();
    const contract = { address: getAddress(address), abi } as const;
    const [price, startsAt, maxPerWallet, allowList] = await chain.readContract({
      ...contract,
      functionName: "terms",
    });
    const terms = { price, startsAt, maxPerWallet, allowList, ...change };
    const call = { ...contract, functionName: "setTerms", args: [terms], account } as const;
    await chain.simulateContract(call);
    await waitFor(wallet, await signer.writeContract({ ...call, chain: null }), "The terms did not change.");
  });
}

async function waitFor({ chain }: WalletOnChain, hash: Hex, consequence: string): Promise<void> {
  const { status } = await chain.waitForTransactionReceipt({ hash });
  if (status !== "success") throw new Error(`Transaction ${hash} was reverted. ${consequence}`);
}
