import { setTimeout as sleep } from "node:timers/promises";
import type { Operations } from "@mintwright/api-contract";
import type { Hex, MintTransaction } from "../../engines/chain/index.ts";
import { collectionAbi } from "../../engines/chain/index.ts";
import type { ServeOperation } from "../../serving/operation-context.ts";

/** A contract that the operator deployed. */
export interface DeployedContract {
  chainId: number;
  address: Hex;
  /** The service's own account, when it mints with this contract. */
  minter: Hex | null;
  /** Asks the chain who may mint. */
  readMintAccess(): Promise<"everybody" | "minters">;
  /** Asks the chain what a transaction minted into the contract. */
  readTransaction(hash: Hex): Promise<MintTransaction>;
}

// Roles change by the year and callers ask by the second.
const accessKeptInMs = 60_000;
const failureKeptInMs = 5_000;
// A caller who wants the interface does not wait for a node that hangs.
const patienceInMs = 2_000;

/** Serves the interface of the contract, where it is deployed and who may mint there. */
export function registerContractInterfaceRoutes(
  serve: ServeOperation,
  operations: Operations,
  contracts: readonly DeployedContract[],
): void {
  // A constructor has no name and is never called: every entry served has the documented fields.
  const abi = collectionAbi.filter((entry) => "name" in entry) as never;
  const deployed = contracts.map((contract) => ({ ...contract, getMintAccess: keepMintAccess(contract) }));
  serve(operations.getAbi, async () => ({
    abi,
    contracts: await Promise.all(
      deployed.map(async ({ chainId, address, minter, getMintAccess }) => ({
        chainId,
        address,
        mayMint: await getMintAccess(),
        minter,
      })),
    ),
  }));
}

type MintAccess = "everybody" | "minters" | "unknown";

function keepMintAccess({ readMintAccess }: DeployedContract): () => Promise<MintAccess> {
  let kept: { access: Promise<MintAccess>; until: number } | undefined;
  return () => {
    if (kept && kept.until > Date.now()) return kept.access;
    const reading = {
      until: Date.now() + accessKeptInMs,
      access: askInTime(readMintAccess).catch((): MintAccess => {
        reading.until = Date.now() + failureKeptInMs;
        return "unknown";
      }),
    };
    kept = reading;
    return reading.access;
  };
}

function askInTime(readMintAccess: DeployedContract["readMintAccess"]): Promise<MintAccess> {
  const tooLate = sleep(patienceInMs, undefined, { ref: false }).then((): never => {
    throw new Error("the chain's node does not answer");
  });
  return Promise.race([readMintAccess(), tooLate]);
}
