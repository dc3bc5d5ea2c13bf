import type { Wallet } from "../sign-in/wallet.ts";
import type { KnownWallet } from "./discovered-wallets.ts";

/** A question that the wallet dialog asks. */
export interface WalletQuestion {
  wallets: readonly KnownWallet[];
  /** Ends the question; undefined when the user closed the dialog. */
  answer(wallet: KnownWallet | undefined): void;
}

let question: WalletQuestion | undefined;
let chosen: KnownWallet | undefined;
const listeners = new Set<() => void>();

function show(next: WalletQuestion | undefined): void {
  question = next;
  for (const listener of listeners) listener();
}

/** What the wallet dialog shows; undefined while it is closed. */
export const walletQuestion = {
  get: () => question,
  subscribe(listener: () => void) {
    listeners.add(listener);
    return () => void listeners.delete(listener);
  },
};

/** No wallet can be used. Its message is for the user. */
class WalletChoiceError extends Error {
  override name = "WalletChoiceError";
}

/** Returns the wallet that the user wants to use. Asks when there are several, once per page. */
export async function chooseWallet(): Promise<Wallet> {
  // Loaded on the first click: only wallets need it.
  const { listWallets } = await import("./discovered-wallets.ts");
  const wallets = await listWallets();
  const [first] = wallets;
  if (!first)
    throw new WalletChoiceError(
      "No wallet found in this browser. Install a wallet extension such as MetaMask or Rabby, then reload this page.",
    );
  const known = wallets.find(({ id }) => id === chosen?.id) ?? (wallets.length === 1 ? first : undefined);
  const wallet = known ?? (await ask(wallets));
  if (!wallet) throw new WalletChoiceError("No wallet was selected. Nothing was sent.");
  chosen = wallet;
  return wallet.open();
}

function ask(wallets: readonly KnownWallet[]): Promise<KnownWallet | undefined> {
  return new Promise((resolve) => {
    show({
      wallets,
      answer(wallet) {
        show(undefined);
        resolve(wallet);
      },
    });
  });
}
