import { readFileSync } from "node:fs";
import type { Abi, Hex } from "viem";
import { packageFolder } from "../../platform/package-folder.ts";

interface Artifact {
  abi: Abi;
  bytecode: Hex;
}

const artifact: Artifact = JSON.parse(
  readFileSync(new URL("artifacts/mintwright-collection.json", packageFolder), "utf8"),
);

export const collectionAbi = artifact.abi;

export const collectionBytecode = artifact.bytecode;
