import type { Hex } from "viem";
import { Button } from "../ui/button.tsx";
import { CopyButton } from "../ui/copy-button.tsx";
import { type Deployed, findExplorer, type OpenWallet } from "./deploy-contract.ts";

/** A sent deployment: shows the transaction, and the address after confirmation. */
export function DeploymentSent({
  open,
  hash,
  deployed,
  problem,
  onClose,
}: {
  open: OpenWallet;
  hash: Hex;
  deployed: Deployed | undefined;
  problem: string;
  onClose: () => void;
}) {
  const explorer = findExplorer(open.chain);
  return (
    <div className="flex flex-col gap-4">
      <p role="status" className="font-medium">
        {deployed
          ? `Deployed on ${open.chain.name} in block ${deployed.blockNumber}.`
          : `Sent to ${open.chain.name}.${problem ? "" : " Waiting for confirmation…"}`}
      </p>
      {problem && (
        <p role="alert" className="rounded-md border border-line bg-red-soft p-3">
          {problem}
        </p>
      )}
      {deployed && (
        <Copyable
          name="Address"
          text={deployed.address}
          link={explorer && `${explorer}/address/${deployed.address}`}
        />
      )}
      <Copyable name="Transaction" text={hash} link={explorer && `${explorer}/tx/${hash}`} />
      <Button onClick={onClose}>{deployed ? "Done" : "Close"}</Button>
    </div>
  );
}

function Copyable({ name, text, link }: { name: string; text: string; link: string | undefined }) {
  return (
    <div className="flex flex-col gap-1">
      <span className="text-muted text-xs">{name}</span>
      <div className="flex items-center gap-2">
        <code className="numbers min-w-0 flex-1 break-all rounded-md bg-sunken px-3 py-2 text-xs">
          {text}
        </code>
        <CopyButton text={text} label={`Copy ${name.toLowerCase()}`} />
      </div>
      {link && (
        <a href={link} target="_blank" rel="noreferrer" className="text-xs underline">
          View on block explorer
        </a>
      )}
    </div>
  );
}
