export type { CompilerPoolOptions } from "./compiler-pool.ts";
export { chooseVersion, isAskedFor, knownVersions, listInstalledVersions } from "./compiler-versions.ts";
export {
  absentForge,
  createForge,
  type Forge,
  type ForgeOutcome,
  type ForgeRequest,
  type ForgeTest,
} from "./forge/forge.ts";
export { canCutNetwork } from "./sandbox/limits.ts";
export { type IsolationBounds, runIsolated } from "./sandbox/run-isolated.ts";
export { withFolder, writeSources } from "./sandbox/work-folder.ts";
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
