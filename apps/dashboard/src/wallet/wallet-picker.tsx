import { lazy, Suspense, useSyncExternalStore } from "react";
import { walletQuestion } from "./choose-wallet.ts";

const WalletDialog = lazy(() =>
  import("./wallet-dialog.tsx").then(({ WalletDialog }) => ({ default: WalletDialog })),
);

/** Shows the wallet dialog while a page waits for a wallet. */
export function WalletPicker() {
  const question = useSyncExternalStore(walletQuestion.subscribe, walletQuestion.get);
  return (
    question && (
      <Suspense>
        <WalletDialog question={question} />
      </Suspense>
    )
  );
}
