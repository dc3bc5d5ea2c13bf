import { readFileSync } from "node:fs";
import type { Abi, Hex } from "viem";

interface Artifact {
  abi: Abi;
  bytecode: Hex;
}

const artifact: Artifact = JSON.parse(
  readFileSync(new URL("../../../artifacts/mintwright-collection.json", import.meta.url), "utf8"),
);

export const collectionAbi = artifact.abi;

export const collectionBytecode = artifact.bytecode;
