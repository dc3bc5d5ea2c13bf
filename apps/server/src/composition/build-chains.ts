import type { Config } from "../config/index.ts";
import type { DeployedContract } from "../features/contract/index.ts";

/** Lists where the operator has deployed the contract. */
export function listContracts(config: Config): DeployedContract[] {
  return Object.entries(config.chains).flatMap(([chainId, { contract }]) =>
    contract ? { chainId: Number(chainId), address: contract } : [],
  );
}
