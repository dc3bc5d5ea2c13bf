import type { ContractSource } from "@mintwright/sdk";
import { download } from "../../ui/download.ts";
import { entryOf } from "./contract-turn.ts";

/** The standard JSON input of solc: all sources and the settings that reproduce the bytecode. */
function writeStandardInput({
  contract: { sources, optimizer, evmVersion },
}: Pick<ContractSource, "contract">): string {
  const everything = ["abi", "evm.bytecode", "evm.deployedBytecode", "metadata"];
  return JSON.stringify(
    {
      language: "Solidity",
      sources,
      settings: {
        optimizer,
        ...(evmVersion && { evmVersion }),
        outputSelection: { "*": { "*": everything } },
      },
    },
    null,
    2,
  );
}

export function saveStandardInput(made: Pick<ContractSource, "contract">): void {
  download(`${made.contract.name}.standard-input.json`, writeStandardInput(made), "application/json");
}

const writeAbi = ({ contract }: ContractSource) => JSON.stringify(contract.abi, null, 2);

async function saveZip(made: ContractSource): Promise<void> {
  const { strToU8, zipSync } = await import("fflate");
  const { name, bytecode, sources } = made.contract;
  const files = Object.entries(sources).map(([path, { content }]) => [`sources/${path}`, strToU8(content)]);
  const zip = zipSync({
    ...Object.fromEntries(files),
    [`${name}.abi.json`]: strToU8(writeAbi(made)),
    [`${name}.bytecode.txt`]: strToU8(bytecode),
    [`${name}.standard-input.json`]: strToU8(writeStandardInput(made)),
  });
  download(`${name}.zip`, zip, "application/zip");
}

export const contractDownloads = [
  {
    name: "Solidity file",
    hint: "The contract only; imports OpenZeppelin",
    save: (made) => download(entryOf(made), made.source, "text/plain"),
  },
  {
    name: "Standard JSON input",
    hint: "For verification on Sourcify or a block explorer",
    save: saveStandardInput,
  },
  {
    name: "ABI",
    hint: "For wallets and applications",
    save: (made) => download(`${made.contract.name}.abi.json`, writeAbi(made), "application/json"),
  },
  { name: "All files (ZIP)", hint: "Sources, ABI, bytecode, standard input", save: saveZip },
] satisfies { name: string; hint: string; save: (made: ContractSource) => void | Promise<void> }[];
