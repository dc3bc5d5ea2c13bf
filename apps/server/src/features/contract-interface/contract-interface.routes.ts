import type { Operations } from "@mintwright/api-contract";
import type { Hex } from "../../engines/chain/index.ts";
import { collectionAbi } from "../../engines/chain/index.ts";
import { RawAnswer, type ServeOperation } from "../../platform/operation-context.ts";

/** A contract that the operator deployed. */
export interface DeployedContract {
  chainId: number;
  address: Hex;
}

/** Serves the interface of the contract and where it is deployed. It never changes while the process lives. */
export function registerContractInterfaceRoutes(
  serve: ServeOperation,
  operations: Operations,
  contracts: DeployedContract[],
): void {
  // A constructor has no name and nobody calls it: every entry served has the documented fields.
  const abi = collectionAbi.filter((entry) => "name" in entry);
  const answer = RawAnswer.json(Buffer.from(JSON.stringify({ abi, contracts })));
  serve(operations.getAbi, async () => answer);
}
