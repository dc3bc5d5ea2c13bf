export type { CompilerPoolOptions } from "./compiler-pool.ts";
export { chooseVersion, isAskedFor, knownVersions, listInstalledVersions } from "./compiler-versions.ts";
export { createSolcCompiler } from "./solc-compiler.ts";
export {
  type Compilation,
  type CompiledContract,
  type CompileRequest,
  type CompilerFailure,
  type CompilerInput,
  type CompilerMessage,
  type CompilerOutput,
  type Pipeline,
  pipelines,
  type SolidityCompiler,
  SolidityCompilerError,
} from "./solidity-compiler.ts";
