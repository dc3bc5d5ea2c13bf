import type { CompilerMessage, SolidityCompiler } from "@mintwright/solidity-compiler";

/** A contract that was compiled, as `data.contract` shows it. */
export interface ContractDescription {
  name: string;
  compiler: string;
  optimizer: { enabled: boolean; runs: number };
  evmVersion: string | undefined;
  abi: unknown[];
  bytecode: string;
  runtimeBytes: number;
  /** Every file that was compiled, by its import path: what a block explorer verifies with. */
  sources: Record<string, { content: string }>;
  warnings: string[];
  features: string[];
}

/** A source and what the compiler made of it. */
export interface CompiledSource {
  source: string;
  contract: ContractDescription;
}

type Problem = Pick<CompilerMessage, "message" | "formattedMessage">;

/** Compiles a source; the contract to deploy is the named one, or else the last of the file. */
export type CompileSource = (
  source: string,
  name: string | undefined,
  signal: AbortSignal,
) => Promise<CompiledSource | { problems: Problem[] }>;

// EIP-170 and EIP-3860.
const maxRuntimeBytes = 24_576;
const maxCreationBytes = 49_152;

/** Creates the compilation of single sources. What it returns can be deployed as it is, or it returns problems. */
export function createCompileSource(compiler: SolidityCompiler): CompileSource {
  return async (source, name, signal) => {
    const main = name ?? findLastContract(source);
    const entry = `${main ?? "Contract"}.sol`;
    const made = await compiler.compile({ sources: { [entry]: source }, entry, outputs: "generate", signal });
    if (made.errors.length > 0) return { problems: made.errors };
    const compiled = main ? made.output.contracts?.[entry]?.[main] : undefined;
    if (!main || !compiled) return { problems: [{ message: "The file has no contract." }] };
    const { bytecode, deployedBytecode } = compiled.evm;
    const problem = findObstacle(compiled.abi, bytecode.object, deployedBytecode.object);
    if (problem) return { problems: [{ message: problem }] };
    const { optimizer, evmVersion } = made.input.settings;
    return {
      source,
      contract: {
        name: main,
        compiler: made.longVersion,
        optimizer,
        evmVersion,
        abi: compiled.abi,
        bytecode: `0x${bytecode.object}`,
        runtimeBytes: deployedBytecode.object.length / 2,
        sources: made.input.sources,
        warnings: made.warnings
          .filter(({ sourceLocation }) => sourceLocation?.file === entry)
          .map(({ formattedMessage, message }) => (formattedMessage ?? message).trim()),
        features: [],
      },
    };
  };
}

function findLastContract(source: string): string | undefined {
  return Array.from(source.matchAll(/^[ \t]*contract\s+(\w+)/gm)).at(-1)?.[1];
}

/** Says what keeps a contract from being deployed as it is. */
function findObstacle(abi: unknown[], creation: string, runtime: string): string | undefined {
  const creator = (abi as { type: string; inputs?: unknown[] }[]).find(({ type }) => type === "constructor");
  if (creator?.inputs?.length)
    return "The constructor takes arguments: use msg.sender and constants instead.";
  if (runtime.length === 0) return "The last contract of the file is abstract or empty.";
  if (creation.includes("__$"))
    return "The contract needs a library that is deployed first: make its functions internal.";
  if (runtime.length / 2 > maxRuntimeBytes || creation.length / 2 > maxCreationBytes) {
    return `The contract is too large to deploy (${runtime.length / 2} of ${maxRuntimeBytes} bytes): it needs fewer features.`;
  }
  return undefined;
}
