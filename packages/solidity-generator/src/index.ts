export type { CompiledSource, ContractDescription } from "./compile-source.ts";
export type { Requirement } from "./coverage.ts";
export {
  type ContractGenerator,
  createGenerator,
  type GenerateOptions,
  type GeneratorParts,
  type GeneratorRequest,
  generate,
} from "./generate.ts";
export { GenerationError, type GenerationFailure } from "./generation-error.ts";
export type { CompleteChat } from "./model/contract-model.ts";
export type { ReviewContract } from "./model/write-with-model.ts";
export { contractKinds } from "./plan.ts";
