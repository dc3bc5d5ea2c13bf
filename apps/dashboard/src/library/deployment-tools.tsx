import type { LibraryItem } from "@mintwright/api-contract";
import { useQuery } from "@tanstack/react-query";
import { lazy, Suspense } from "react";
import { saveStandardInput } from "../playground/contract/contract-downloads.ts";
import { Button } from "../ui/button.tsx";
import { CopyButton } from "../ui/copy-button.tsx";
import { Panel } from "../ui/page.tsx";
import { LoadingRows, PanelFailure } from "../ui/states.tsx";
import type { ContractContent } from "./item-preview.tsx";
import { contentQuery, fileUrlOf } from "./library-queries.ts";

/** Loads viem when a deployment is opened. */
const ContractFunctions = lazy(() =>
  import("../wallet/contract-functions.tsx").then(({ ContractFunctions }) => ({
    default: ContractFunctions,
  })),
);

/** Verifies, reads and calls a deployed contract whose source is in the library. */
export function DeploymentTools({
  deployment,
}: {
  deployment: NonNullable<LibraryItem["deployment"]> & { contractItemId: string };
}) {
  const file = contentQuery<ContractContent>(fileUrlOf(deployment.contractItemId));
  const { data, error, refetch } = useQuery(file);
  if (error) return <PanelFailure error={error} onRetry={() => refetch()} />;
  if (!data) return <LoadingRows rows={2} />;
  const { contract } = data;
  const identifier = `${contract.name}.sol:${contract.name}`;
  return (
    <>
      <Panel title="Verification">
        <div className="flex flex-col gap-4 p-4">
          <p className="max-w-prose text-muted">
            Sourcify and block explorers verify the source from the standard JSON input, the compiler version
            and the name of the contract.
          </p>
          <dl className="grid grid-cols-[auto_minmax(0,1fr)_auto] items-center gap-x-4 gap-y-2">
            <Fact name="Compiler" text={contract.compiler} />
            <Fact name="Contract" text={identifier} />
          </dl>
          <div>
            <Button onClick={() => saveStandardInput(data)}>Download standard JSON</Button>
          </div>
        </div>
      </Panel>
      <Panel title="Functions">
        <Suspense fallback={<LoadingRows rows={3} />}>
          <ContractFunctions abi={contract.abi} address={deployment.address} chainId={deployment.chainId} />
        </Suspense>
      </Panel>
    </>
  );
}

function Fact({ name, text }: { name: string; text: string }) {
  return (
    <>
      <dt className="text-muted text-xs">{name}</dt>
      <dd className="numbers break-all text-xs">{text}</dd>
      <dd>
        <CopyButton text={text} label={`Copy ${name.toLowerCase()}`} />
      </dd>
    </>
  );
}
