import { readFileSync } from "node:fs";
import type { Abi, Hex } from "viem";

interface Artifact {
  abi: Abi;
  bytecode: Hex;
}

const artifact: Artifact = JSON.parse(
  readFileSync(new URL("../../../artifacts/mintwright-collection.json", import.meta.url), "utf8"),
);

/** The interface of the contract into which tokens are minted, as it was compiled. */
export const collectionAbi = artifact.abi;

/** The code that a deployment sends. */
export const collectionBytecode = artifact.bytecode;
