import { protocolLimits } from "@mintwright/api-contract";
import type { GeneratedContract } from "@mintwright/sdk";
import type { ReactNode } from "react";
import { ContractCoverage } from "./contract-coverage.tsx";

const kilobytes = new Intl.NumberFormat("en", { maximumFractionDigits: 1 });
const inKilobytes = (bytes: number) => kilobytes.format(bytes / 1024);

/** Compiler settings, size, coverage and warnings. */
export function ContractFacts({ contract }: { contract: GeneratedContract }) {
  const { compiler, optimizer, evmVersion, features, runtimeBytes, abi, coverage = [] } = contract;
  // Coverage lists what is not included.
  const warnings = contract.warnings.filter(
    (text) => coverage.length === 0 || !text.startsWith("Not included:"),
  );
  const functions = (abi as { type: string }[]).filter(({ type }) => type === "function").length;
  return (
    <div className="flex flex-col gap-4 p-4">
      <dl className="grid grid-cols-2 gap-x-6 gap-y-3 md:grid-cols-4">
        <Fact name="Compiler">
          <span title={compiler}>solc {compiler.split("+")[0]}</span>
        </Fact>
        <Fact name="Optimizer">{optimizer.enabled ? `${optimizer.runs} runs` : "Off"}</Fact>
        <Fact name="EVM version">{evmVersion ? evmVersion : "Default"}</Fact>
        <Fact name="Functions">{functions}</Fact>
      </dl>
      {runtimeBytes !== undefined && <Size bytes={runtimeBytes} />}
      {features.length > 0 && (
        <ul aria-label="Detected features" className="flex flex-wrap gap-1.5">
          {features.map((feature) => (
            <li key={feature} className="rounded-md bg-sunken px-2 py-0.5 text-xs">
              {feature}
            </li>
          ))}
        </ul>
      )}
      {coverage.length > 0 && <ContractCoverage coverage={coverage} />}
      {warnings.length === 0 ? (
        <p className="text-muted text-xs">No compiler warnings.</p>
      ) : (
        <details className="rounded-md border border-line bg-amber-soft" open={warnings.length < 4}>
          <summary className="cursor-pointer px-3 py-2 font-medium">
            {warnings.length} {warnings.length === 1 ? "warning" : "warnings"}
          </summary>
          <ul className="flex flex-col gap-2 px-3 pb-3">
            {warnings.map((warning) => (
              <li key={warning} className="whitespace-pre-wrap break-words text-xs">
                {warning}
              </li>
            ))}
          </ul>
        </details>
      )}
    </div>
  );
}

function Fact({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div className="min-w-0">
      <dt className="text-muted text-xs">{name}</dt>
      <dd className="numbers truncate">{children}</dd>
    </div>
  );
}

/** The contract size compared with the limit of the EVM (EIP-170). */
function Size({ bytes }: { bytes: number }) {
  const limit = protocolLimits.contractRuntimeBytes;
  const share = Math.min(1, bytes / limit);
  return (
    <div className="flex flex-col gap-1">
      <p className="flex justify-between gap-4 text-xs">
        <span className="text-muted">Deployed size</span>
        <span className="numbers">
          {inKilobytes(bytes)} of {inKilobytes(limit)} kB
        </span>
      </p>
      <div className="h-1.5 overflow-hidden rounded-full bg-sunken" aria-hidden="true">
        <div
          className={`h-full rounded-full ${share > 0.9 ? "bg-amber" : "bg-muted"}`}
          style={{ width: `${share * 100}%` }}
        />
      </div>
    </div>
  );
}
