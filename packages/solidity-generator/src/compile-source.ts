import type { CompilerMessage, SolidityCompiler } from "@mintwright/solidity-compiler";
import type { Requirement } from "./coverage.ts";

/** A compiled contract, as returned in `data.contract`. */
export interface ContractDescription {
  name: string;
  compiler: string;
  optimizer: { enabled: boolean; runs: number };
  evmVersion: string | undefined;
  abi: unknown[];
  bytecode: string;
  runtimeBytes: number;
  /** Every compiled file by import path, as needed for verification in a block explorer. */
  sources: Record<string, { content: string }>;
  warnings: string[];
  features: string[];
  /** Each requirement of the request, and whether the contract meets it. */
  coverage: Requirement[];
}

export interface CompiledSource {
  source: string;
  contract: ContractDescription;
}

type Problem = Pick<CompilerMessage, "message" | "formattedMessage">;

/** Compiles a source. The contract to deploy is the named one, or else the last one in the file. */
export type CompileSource = (
  source: string,
  name: string | undefined,
  signal: AbortSignal,
) => Promise<CompiledSource | { problems: Problem[] }>;

// EIP-170 and EIP-3860.
const maxRuntimeBytes = 24_576;
const maxCreationBytes = 49_152;

/**
 * Creates the function that compiles a single source. It returns a contract that can be deployed as it is, or problems.
 */
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
        coverage: [],
      },
    };
  };
}

function findLastContract(source: string): string | undefined {
  return Array.from(source.matchAll(/^[ \t]*contract\s+(\w+)/gm)).at(-1)?.[1];
}

/** Says why a contract cannot be deployed as it is. */
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
