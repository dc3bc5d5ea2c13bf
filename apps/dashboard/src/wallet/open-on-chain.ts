import {
  createPublicClient,
  createWalletClient,
  custom,
  type EIP1193Provider,
  type Hex,
  type PublicClient,
  SwitchChainError,
  type WalletClient,
} from "viem";
import type { Wallet } from "../sign-in/wallet.ts";
import { offeredChains } from "./offered-chains.ts";

const pollIntervalInMs = 1_000;

/** A wallet that shares an account and is on the chain that the page needs. */
export interface WalletOnChain {
  account: Hex;
  signer: WalletClient;
  /** Reads through the wallet: the page has no RPC node. */
  chain: PublicClient;
  /** Switches the wallet back if the user changed its chain meanwhile. Call it before each transaction. */
  returnToChain(): Promise<void>;
}

/** Asks for the wallet's account and switches it to a chain; a chain that it does not know is added. */
export async function openOnChain(wallet: Wallet, chainId: number): Promise<WalletOnChain> {
  const transport = custom(wallet as EIP1193Provider);
  const signer = createWalletClient({ transport });
  const [account] = await signer.requestAddresses();
  if (!account) throw new Error("Your wallet did not share an address. Unlock it and try again.");
  const returnToChain = async () => {
    if ((await signer.getChainId()) !== chainId) await selectChain(signer, chainId);
  };
  await returnToChain();
  const chain = createPublicClient({ transport, pollingInterval: pollIntervalInMs });
  return { account, signer, chain, returnToChain };
}

/** Switches the wallet to a chain. Wallets answer 4902 when they do not know it; MetaMask's app wraps that in -32603. */
export async function selectChain(signer: WalletClient, id: number): Promise<void> {
  try {
    await signer.switchChain({ id });
  } catch (error) {
    const known = offeredChains.find((chain) => chain.id === id);
    if (!isUnknownChain(error) || !known) throw error;
    await signer.addChain({ chain: known });
    await signer.switchChain({ id });
  }
}

function isUnknownChain(error: unknown): boolean {
  for (let each = error; each && typeof each === "object"; each = (each as { cause?: unknown }).cause) {
    const { code, data } = each as { code?: number; data?: { originalError?: { code?: number } } };
    if (code === SwitchChainError.code || data?.originalError?.code === SwitchChainError.code) return true;
  }
  return false;
}
