import { readFileSync } from "node:fs";
import solc from "solc";

const fileName = "HostileReceivers.sol";
const source = new URL(`../../../contracts/test/${fileName}`, import.meta.url);

/** The receivers of contracts/test/HostileReceivers.sol. */
export const hostileReceivers = [
  "GasBurner",
  "ChainOnlyReverter",
  "Reenterer",
  "WrongSelector",
  "RoleFaker",
] as const;

export type HostileReceiver = (typeof hostileReceivers)[number];

interface CompilerOutput {
  errors?: { severity: string; formattedMessage: string }[];
  contracts: Record<string, Record<HostileReceiver, { evm: { deployedBytecode: { object: string } } }>>;
}

/** Compiles the hostile receivers into the code that `anvil_setCode` puts at an address. */
export function compileHostileReceivers(): Record<HostileReceiver, `0x${string}`> {
  const input = {
    language: "Solidity",
    sources: { [fileName]: { content: readFileSync(source, "utf8") } },
    settings: {
      evmVersion: "cancun",
      optimizer: { enabled: true, runs: 200 },
      outputSelection: { "*": { "*": ["evm.deployedBytecode.object"] } },
    },
  };
  const { errors = [], contracts } = JSON.parse(solc.compile(JSON.stringify(input))) as CompilerOutput;
  const failed = errors.find(({ severity }) => severity === "error");
  if (failed) throw new Error(failed.formattedMessage);
  const codeOf = (name: HostileReceiver) =>
    `0x${contracts[fileName]?.[name].evm.deployedBytecode.object}` as const;
  return Object.fromEntries(hostileReceivers.map((name) => [name, codeOf(name)])) as Record<
    HostileReceiver,
    `0x${string}`
  >;
}
