import {
  type Abi,
  type Address,
  type Chain,
  createPublicClient,
  createWalletClient,
  custom,
  defineChain,
  encodeDeployData,
  formatEther,
  type Hex,
} from "viem";
import type { Wallet } from "../sign-in/wallet.ts";
import { offeredChains } from "./offered-chains.ts";
import { selectChain } from "./open-on-chain.ts";

export interface Deployable {
  abi: Abi;
  bytecode: Hex;
  args: readonly unknown[];
  /** In wei. */
  value: bigint;
}

/** The selected account and chain of a connected wallet. */
export interface OpenWallet {
  wallet: Wallet;
  address: Address;
  chain: Chain;
  /** With the currency symbol. */
  balance: string;
}

export interface Estimate {
  gas: bigint;
  /** At the current gas price, with the currency symbol. */
  cost: string;
}

export interface Deployed {
  address: Address;
  blockNumber: bigint;
}

/** A transaction that was sent but did not create the contract. */
class DeploymentFailedError extends Error {
  override name = "DeploymentFailedError";
}

const pollingInMs = 1_000;

export async function openWallet(wallet: Wallet): Promise<OpenWallet> {
  const [address] = (await wallet.request({ method: "eth_requestAccounts" })) as Address[];
  if (!address) throw Object.assign(new Error("no account"), { code: 4100 });
  const chain = findChain(Number(await wallet.request({ method: "eth_chainId" })));
  const owned = await readChain({ wallet, chain }).getBalance({ address });
  return { wallet, address, chain, balance: writeCoins(owned, chain) };
}

export async function changeChain(wallet: Wallet, chainId: number): Promise<void> {
  await selectChain(createWalletClient({ transport: custom(wallet) }), chainId);
}

/** Estimates gas and cost. Rejects when the constructor would revert. */
export async function estimateDeployment(open: OpenWallet, contract: Deployable): Promise<Estimate> {
  const chain = readChain(open);
  const [gas, price] = await Promise.all([
    chain.estimateGas({ account: open.address, data: encodeDeployData(contract), value: contract.value }),
    chain.getGasPrice(),
  ]);
  return { gas, cost: writeCoins(gas * price + contract.value, open.chain) };
}

/** Signs and sends the deployment with the wallet; our server is not involved. */
export function sendDeployment({ wallet, address, chain }: OpenWallet, contract: Deployable): Promise<Hex> {
  return createWalletClient({ account: address, chain, transport: custom(wallet) }).deployContract(contract);
}

/** Waits for the receipt of the deployment. */
export async function waitForDeployment(open: OpenWallet, hash: Hex): Promise<Deployed> {
  let isCancelled = false;
  const receipt = await readChain(open).waitForTransactionReceipt({
    hash,
    onReplaced: ({ reason }) => {
      isCancelled = reason !== "repriced";
    },
  });
  if (isCancelled) {
    throw new DeploymentFailedError("The transaction was replaced in your wallet. No contract was created.");
  }
  if (receipt.status !== "success" || !receipt.contractAddress) {
    throw new DeploymentFailedError("The deployment failed on the chain. The gas was spent.");
  }
  return { address: receipt.contractAddress, blockNumber: receipt.blockNumber };
}

/** Returns the URL of the chain's block explorer, if it has one. */
export function findExplorer({ blockExplorers }: Chain): string | undefined {
  return blockExplorers?.default.url;
}

function readChain({ wallet, chain }: Pick<OpenWallet, "wallet" | "chain">) {
  return createPublicClient({ chain, transport: custom(wallet), pollingInterval: pollingInMs });
}

function findChain(id: number): Chain {
  const unknown = {
    id,
    name: `Chain ${id}`,
    nativeCurrency: { name: "Native currency", symbol: "native units", decimals: 18 },
    rpcUrls: { default: { http: [] } },
  };
  return offeredChains.find((chain) => chain.id === id) ?? defineChain(unknown);
}

function writeCoins(wei: bigint, { nativeCurrency }: Chain): string {
  const coins = Number(formatEther(wei));
  return `${coins.toLocaleString("en", { maximumSignificantDigits: 4 })} ${nativeCurrency.symbol}`;
}
