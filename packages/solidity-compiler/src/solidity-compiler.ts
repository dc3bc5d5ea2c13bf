/** Ways to generate code. Each one avoids "stack too deep" errors that the previous ones run into. */
export const pipelines = ["plain", "optimised", "viaIR"] as const;
export type Pipeline = (typeof pipelines)[number];

export interface CompileRequest {
  /** Solidity files by relative name, without `..`. Imports resolve to these or to the bundled libraries. */
  sources: Record<string, string>;
  /** The file whose contracts `generate` returns. Default: the contracts of every given file. */
  entry?: string | undefined;
  /** Import prefixes as solc reads them: `[context:]prefix=target`. Targets are names of given sources. */
  remappings?: readonly string[] | undefined;
  /** One of `knownVersions`. Default: chosen from the pragmas. */
  version?: string | undefined;
  /**
   * `generate`: optimised bytecode to deploy. `analyse`: unoptimised output with everything that a static analyser
   * reads. `read`: the syntax trees alone, without generating code, so that code can be analysed that is too large for
   * the code generator.
   */
  outputs: "generate" | "analyse" | "read";
  /** Default: `optimised` for `generate`, else `plain`. */
  pipeline?: Pipeline | undefined;
  signal?: AbortSignal | undefined;
}

/** One entry of `errors` in the compiler's standard JSON output. */
export interface CompilerMessage {
  severity: "error" | "warning" | "info";
  type: string;
  errorCode?: string;
  message: string;
  formattedMessage?: string;
  sourceLocation?: { file: string; start: number; end: number };
}

/** The fields of the compiler's standard JSON output that this project reads. */
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

export interface CompilerOutput {
  errors?: CompilerMessage[];
  contracts?: Record<string, Record<string, CompiledContract>>;
  sources?: Record<string, { id: number; ast?: unknown }>;
}

/** The compiler's standard JSON input, including the imported library files. */
export interface CompilerInput {
  language: "Solidity";
  sources: Record<string, { content: string }>;
  settings: {
    optimizer: { enabled: boolean; runs: number };
    viaIR?: true;
    remappings?: readonly string[];
    evmVersion?: string;
    outputSelection: Record<string, Record<string, string[]>>;
  };
}

/** The result of a compilation. `errors` is not empty if the sources do not compile. */
export interface Compilation {
  version: string;
  longVersion: string;
  /** False if no known version satisfies the pragmas; the closest version was used with the pragmas blanked out. */
  isVersionAsked: boolean;
  input: CompilerInput;
  /** The unparsed output: parsing one with syntax trees takes long enough to delay other requests. */
  outputText: string;
  /** The output, parsed on first access. */
  readonly output: CompilerOutput;
  errors: CompilerMessage[];
  warnings: CompilerMessage[];
}

export interface SolidityCompiler {
  compile(request: CompileRequest): Promise<Compilation>;
  stop(): Promise<void>;
}

export type CompilerFailure = "refused" | "missing" | "busy" | "timeout" | "memory" | "crash";

/** The compiler returned no output: the request was refused or exceeded a limit. */
export class SolidityCompilerError extends Error {
  override readonly name = "SolidityCompilerError";
  readonly reason: CompilerFailure;

  constructor(reason: CompilerFailure, message: string) {
    super(message);
    this.reason = reason;
  }
}
