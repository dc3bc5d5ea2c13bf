import type { GeneratedContract } from "@mintwright/sdk";
import { lazy, Suspense } from "react";
import { findWallet } from "../../sign-in/wallet.ts";
import { Dialog } from "../../ui/dialog.tsx";
import { LoadingRows } from "../../ui/states.tsx";

const Deployment = lazy(() =>
  import("../../wallet/deployment.tsx").then(({ Deployment }) => ({ default: Deployment })),
);

/** Deploys a contract with the browser's wallet. Loads viem when it is opened. */
export function ContractDeploy({ contract, onClose }: { contract: GeneratedContract; onClose: () => void }) {
  const wallet = findWallet();
  return (
    <Dialog
      title={`Deploy ${contract.name}`}
      text="Your wallet signs and sends the transaction. Our server is not involved."
      isOpen
      onClose={onClose}
    >
      {wallet ? (
        <Suspense fallback={<LoadingRows rows={2} />}>
          <Deployment wallet={wallet} contract={contract} onClose={onClose} />
        </Suspense>
      ) : (
        <p>
          No wallet found in this browser. Install a wallet extension such as MetaMask or Rabby and reload
          this page, or download the contract and deploy it with your own tools.
        </p>
      )}
    </Dialog>
  );
}
