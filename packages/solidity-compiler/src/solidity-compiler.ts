/** The compiler's ways to make code, each of which finds room on the stack where those before it do not. */
export const pipelines = ["plain", "optimised", "viaIR"] as const;
export type Pipeline = (typeof pipelines)[number];

/** What is asked of the compiler. */
export interface CompileRequest {
  /** Solidity files by name; names are relative, without `..`. Imports resolve to these or to the bundled libraries. */
  sources: Record<string, string>;
  /** The file whose contracts are wanted when generating; without it, those of every given file. */
  entry?: string | undefined;
  /** One of `bundledVersions`; without it the pragmas decide. */
  version?: string | undefined;
  /** `generate`: optimised bytecode to deploy. `analyse`: everything a static analyser reads, as written. */
  outputs: "generate" | "analyse";
  /** How code is made of the sources; by default `optimised` to generate and `plain` to analyse. */
  pipeline?: Pipeline | undefined;
  signal?: AbortSignal | undefined;
}

/** A message of the compiler, as its standard JSON output has it. */
export interface CompilerMessage {
  severity: "error" | "warning" | "info";
  type: string;
  errorCode?: string;
  message: string;
  formattedMessage?: string;
  sourceLocation?: { file: string; start: number; end: number };
}

/** A contract in the compiler's standard JSON output, as far as it is read here. */
export interface CompiledContract {
  abi: unknown[];
  metadata: string;
  userdoc?: unknown;
  devdoc?: unknown;
  evm: {
    bytecode: { object: string };
    deployedBytecode: { object: string };
    methodIdentifiers: Record<string, string>;
  };
}

/** The compiler's standard JSON output. */
export interface CompilerOutput {
  errors?: CompilerMessage[];
  contracts?: Record<string, Record<string, CompiledContract>>;
  sources?: Record<string, { id: number; ast?: unknown }>;
}

/** The compiler's standard JSON input, complete: the imported library files are among the sources. */
export interface CompilerInput {
  language: "Solidity";
  sources: Record<string, { content: string }>;
  settings: {
    optimizer: { enabled: boolean; runs: number };
    viaIR?: true;
    evmVersion?: string;
    outputSelection: Record<string, Record<string, string[]>>;
  };
}

/** What the compiler made of a request; `errors` is not empty when the sources do not compile. */
export interface Compilation {
  version: string;
  longVersion: string;
  /** False when no bundled version satisfies the pragmas, and the nearest was taken with the pragmas blanked out. */
  isVersionAsked: boolean;
  input: CompilerInput;
  /** The output as the compiler wrote it: parsing one with syntax trees takes long enough to hold up other requests. */
  outputText: string;
  /** The output, parsed when first read. */
  readonly output: CompilerOutput;
  errors: CompilerMessage[];
  warnings: CompilerMessage[];
}

/** Compiles Solidity within bounds of time and memory. */
export interface SolidityCompiler {
  compile(request: CompileRequest): Promise<Compilation>;
  stop(): Promise<void>;
}

/** Why the compiler gave no answer. */
export type CompilerFailure = "refused" | "busy" | "timeout" | "memory" | "crash";

/** The compiler gave no answer at all: the request was refused, or it was too much for the bounds. */
export class SolidityCompilerError extends Error {
  override readonly name = "SolidityCompilerError";
  readonly reason: CompilerFailure;

  constructor(reason: CompilerFailure, message: string) {
    super(message);
    this.reason = reason;
  }
}
