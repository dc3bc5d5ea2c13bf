import { findWallet, type Wallet } from "../sign-in/wallet.ts";

/** Returns the wallet that the user wants to use. */
export async function chooseWallet(): Promise<Wallet> {
  const wallet = findWallet();
  if (!wallet) throw new Error("No wallet found in this browser. Install one, then reload this page.");
  return wallet;
}
