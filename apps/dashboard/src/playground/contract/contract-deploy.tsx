import type { GeneratedContract } from "@mintwright/sdk";
import { lazy, Suspense } from "react";
import { Dialog } from "../../ui/dialog.tsx";
import { LoadingRows } from "../../ui/states.tsx";

const Deployment = lazy(() =>
  import("../../wallet/deployment.tsx").then(({ Deployment }) => ({ default: Deployment })),
);

/** Deploys a contract with a wallet. Loads viem when it is opened. */
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
  return (
    <Dialog
      title={`Deploy ${contract.name}`}
      text="Your wallet signs and sends the transaction. The address is stored in your library."
      isOpen
      onClose={onClose}
    >
      <Suspense fallback={<LoadingRows rows={2} />}>
        <Deployment contract={contract} itemId={itemId} onClose={onClose} />
      </Suspense>
    </Dialog>
  );
}
