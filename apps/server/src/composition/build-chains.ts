import type { Config } from "../config/index.ts";
import { createKuboPinning, createServicePinning, type Pinning } from "../engines/pinning/index.ts";
import type { DeployedContract } from "../features/contract-interface/index.ts";

/** Lists where the operator has deployed the contract. */
export function listContracts(config: Config): DeployedContract[] {
  return Object.entries(config.chains).flatMap(([chainId, { contract }]) =>
    contract ? { chainId: Number(chainId), address: contract } : [],
  );
}

/** Builds what pins collections, when the operator configured it. */
export function buildPinning({ pinning }: Config): Pinning | undefined {
  if (!pinning) return undefined;
  return pinning.type === "kubo" ? createKuboPinning(pinning) : createServicePinning(pinning);
}
