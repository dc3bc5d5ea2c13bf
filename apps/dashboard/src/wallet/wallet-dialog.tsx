import { Dialog } from "../ui/dialog.tsx";
import type { WalletQuestion } from "./choose-wallet.ts";

export function WalletDialog({ question: { wallets, answer } }: { question: WalletQuestion }) {
  return (
    <Dialog
      isOpen
      onClose={() => answer(undefined)}
      title="Select a wallet"
      text="This browser has several wallets. The page uses the one you select until you reload it."
    >
      <ul className="flex flex-col gap-2">
        {wallets.map((wallet) => (
          <li key={wallet.id}>
            <button
              type="button"
              onClick={() => answer(wallet)}
              className="flex min-h-11 w-full items-center gap-3 rounded-md border border-line px-3 text-left font-medium hover:bg-sunken"
            >
              {wallet.icon && <img src={wallet.icon} alt="" width={24} height={24} className="size-6" />}
              {wallet.name}
            </button>
          </li>
        ))}
      </ul>
    </Dialog>
  );
}
