import { keccak256, stringToBytes } from "viem";
import type { Hex } from "./chain.ts";
import { collectionAbi } from "./collection-contract.ts";
import { everybody } from "./deploy-contract.ts";
import { createRpcClient } from "./rpc-client.ts";

const minterRole = keccak256(stringToBytes("MINTER_ROLE"));

/** Reads who may mint: holders of the role, or everyone when the zero address has it. */
export async function readMintAccess({
  chainId,
  rpcUrl,
  contract,
}: {
  chainId: number;
  rpcUrl: string;
  contract: Hex;
}): Promise<"everybody" | "minters"> {
  const isOpen = await createRpcClient(chainId, rpcUrl).ask((client) =>
    client.readContract({
      address: contract,
      abi: collectionAbi,
      functionName: "hasRole",
      args: [minterRole, everybody],
    }),
  );
  return isOpen ? "everybody" : "minters";
}
