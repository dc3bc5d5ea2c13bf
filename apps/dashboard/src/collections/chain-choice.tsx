import { useQuery } from "@tanstack/react-query";
import { useId } from "react";
import { Failure } from "../ui/states.tsx";
import { chainsQuery, contractQuery } from "./queries.ts";

/** Selects a chain. Chains with a deployed minting contract come first: only they can be minted on from here. */
export function ChainChoice({ value, onChange }: { value: string; onChange: (chainId: string) => void }) {
  const id = useId();
  const chains = useQuery(chainsQuery);
  const contract = useQuery(contractQuery);
  const deployed = new Set(contract.data?.contracts.map(({ chainId }) => chainId));
  const groups = [
    ["Minting contract available", (chainId: number) => deployed.has(chainId), undefined],
    ["Mainnets", (chainId: number) => !deployed.has(chainId), "Mainnet"],
    ["Testnets", (chainId: number) => !deployed.has(chainId), "Testnet"],
  ] as const;
  if (chains.error) return <Failure error={chains.error} onRetry={chains.refetch} />;
  return (
    <div className="flex flex-col gap-1">
      <label htmlFor={id} className="font-medium">
        Chain
      </label>
      <select
        id={id}
        value={value}
        onChange={(event) => onChange(event.target.value)}
        aria-describedby={`${id}-hint`}
        className="h-9 w-full rounded-md border border-edge bg-surface px-3 text-ink"
      >
        <option value="">{chains.data ? "Select a chain" : "Loading…"}</option>
        {groups.map(([label, fits, network]) => {
          const fitting = chains.data?.filter(
            ({ chainId, networkType }) => fits(chainId) && (!network || networkType === network),
          );
          if (!fitting?.length) return null;
          return (
            <optgroup key={label} label={label}>
              {fitting.map(({ chainId, chainName }) => (
                <option key={chainId} value={chainId}>
                  {chainName} · {chainId}
                </option>
              ))}
            </optgroup>
          );
        })}
      </select>
      <p id={`${id}-hint`} className="text-muted text-xs">
        {!value || deployed.has(Number(value))
          ? "You pay gas from your wallet when you mint."
          : "This server has no minting contract on this chain. Mint with your own contract."}
      </p>
    </div>
  );
}
