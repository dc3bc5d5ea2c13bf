import type { GeneratedContract } from "@mintwright/sdk";
import { lazy, Suspense } from "react";
import { findWallet } from "../../sign-in/wallet.ts";
import { Dialog } from "../../ui/dialog.tsx";
import { LoadingRows } from "../../ui/states.tsx";

const Deployment = lazy(() =>
  import("../../wallet/deployment.tsx").then(({ Deployment }) => ({ default: Deployment })),
);

/** Deploys a contract with the wallet of the browser; what it takes for that is fetched when it is opened. */
export function ContractDeploy({ contract, onClose }: { contract: GeneratedContract; onClose: () => void }) {
  const wallet = findWallet();
  return (
    <Dialog
      title={`Deploy ${contract.name}`}
      text="Your wallet signs and sends it. Nothing of that passes through our server."
      isOpen
      onClose={onClose}
    >
      {wallet ? (
        <Suspense fallback={<LoadingRows rows={2} />}>
          <Deployment wallet={wallet} contract={contract} onClose={onClose} />
        </Suspense>
      ) : (
        <p>
          There is no wallet in this browser. Install one as an extension, such as MetaMask or Rabby, and open
          this page again; or download the contract and deploy it with your own tools.
        </p>
      )}
    </Dialog>
  );
}
