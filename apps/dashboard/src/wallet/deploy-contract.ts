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
import {
  arbitrum,
  arbitrumSepolia,
  avalanche,
  base,
  baseSepolia,
  bsc,
  gnosis,
  linea,
  mainnet,
  optimism,
  optimismSepolia,
  polygon,
  polygonAmoy,
  scroll,
  sepolia,
} from "viem/chains";
import type { Wallet } from "../sign-in/wallet.ts";

/** Chains that the page can ask a wallet to change to; in the wallet itself every other one can be chosen. */
export const offeredChains: readonly Chain[] = [
  ...[mainnet, base, arbitrum, optimism, polygon, bsc, avalanche, gnosis, linea, scroll],
  ...[sepolia, baseSepolia, arbitrumSepolia, optimismSepolia, polygonAmoy],
];

/** A contract as it is deployed. */
export interface Deployable {
  abi: Abi;
  bytecode: Hex;
  args: readonly unknown[];
  /** In wei. */
  value: bigint;
}

/** The account and chain that the wallet has chosen. */
export interface OpenWallet {
  wallet: Wallet;
  address: Address;
  chain: Chain;
  /** What the account owns there, with the coin's name. */
  balance: string;
}

/** What a deployment takes. */
export interface Estimate {
  gas: bigint;
  /** At the present price, with the coin's name. */
  cost: string;
}

/** A contract on its chain. */
export interface Deployed {
  address: Address;
  blockNumber: bigint;
}

/** What became of a deployment that was sent, when it is not a contract. */
class DeploymentFailedError extends Error {
  override name = "DeploymentFailedError";
}

const pollingInMs = 1_000;

/** Asks the wallet which account and which chain to use. */
export async function openWallet(wallet: Wallet): Promise<OpenWallet> {
  const [address] = (await wallet.request({ method: "eth_requestAccounts" })) as Address[];
  if (!address) throw Object.assign(new Error("no account"), { code: 4100 });
  const chain = findChain(Number(await wallet.request({ method: "eth_chainId" })));
  const owned = await readChain({ wallet, chain }).getBalance({ address });
  return { wallet, address, chain, balance: writeCoins(owned, chain) };
}

/** Asks the wallet to change its chain. */
export async function changeChain(wallet: Wallet, chainId: number): Promise<void> {
  await wallet.request({
    method: "wallet_switchEthereumChain",
    params: [{ chainId: `0x${chainId.toString(16)}` }],
  });
}

/** Asks the chain what the deployment would take; rejects when the contract would refuse to be created. */
export async function estimateDeployment(open: OpenWallet, contract: Deployable): Promise<Estimate> {
  const chain = readChain(open);
  const [gas, price] = await Promise.all([
    chain.estimateGas({ account: open.address, data: encodeDeployData(contract), value: contract.value }),
    chain.getGasPrice(),
  ]);
  return { gas, cost: writeCoins(gas * price + contract.value, open.chain) };
}

/** Lets the wallet sign and send the deployment; nothing of it passes through our server. */
export function sendDeployment({ wallet, address, chain }: OpenWallet, contract: Deployable): Promise<Hex> {
  return createWalletClient({ account: address, chain, transport: custom(wallet) }).deployContract(contract);
}

/** Waits until the chain has taken the deployment in. */
export async function waitForDeployment(open: OpenWallet, hash: Hex): Promise<Deployed> {
  let isCancelled = false;
  const receipt = await readChain(open).waitForTransactionReceipt({
    hash,
    onReplaced: ({ reason }) => {
      isCancelled = reason !== "repriced";
    },
  });
  if (isCancelled) {
    throw new DeploymentFailedError(
      "The wallet replaced the transaction by another one. No contract was created.",
    );
  }
  if (receipt.status !== "success" || !receipt.contractAddress) {
    throw new DeploymentFailedError("The chain refused to create the contract. The gas is spent.");
  }
  return { address: receipt.contractAddress, blockNumber: receipt.blockNumber };
}

/** Where a block explorer shows an address, when the chain has one. */
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
    nativeCurrency: { name: "coins", symbol: "coins", decimals: 18 },
    rpcUrls: { default: { http: [] } },
  };
  return offeredChains.find((chain) => chain.id === id) ?? defineChain(unknown);
}

function writeCoins(wei: bigint, { nativeCurrency }: Chain): string {
  const coins = Number(formatEther(wei));
  return `${coins.toLocaleString("en", { maximumSignificantDigits: 4 })} ${nativeCurrency.symbol}`;
}
