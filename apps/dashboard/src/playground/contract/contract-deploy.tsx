import type { GeneratedContract } from "@mintwright/sdk";
import { lazy, Suspense } from "react";
import { findWallet } from "../../sign-in/wallet.ts";
import { Dialog } from "../../ui/dialog.tsx";
import { LoadingRows } from "../../ui/states.tsx";

const Deployment = lazy(() =>
  import("../../wallet/deployment.tsx").then(({ Deployment }) => ({ default: Deployment })),
);

/** Deploys a contract with the browser's wallet. Loads viem when it is opened. */
export function ContractDeploy({
  contract,
  itemId,
  onClose,
}: {
  contract: GeneratedContract;
  /** The library item of the contract, if it is stored. */
  itemId: string | undefined;
  onClose: () => void;
}) {
  const wallet = findWallet();
  return (
    <Dialog
      title={`Deploy ${contract.name}`}
      text="Your wallet signs and sends the transaction. The address is stored in your library."
      isOpen
      onClose={onClose}
    >
      {wallet ? (
        <Suspense fallback={<LoadingRows rows={2} />}>
          <Deployment wallet={wallet} contract={contract} itemId={itemId} onClose={onClose} />
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
