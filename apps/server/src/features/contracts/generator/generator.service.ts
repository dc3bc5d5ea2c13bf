import type { Forge, SolidityCompiler } from "@mintwright/solidity-compiler";
import { type ContractGenerator, createGenerator, type ReviewContract } from "@mintwright/solidity-generator";
import type { ChatEngine } from "../../../engines/chat/index.ts";
import { toAppError } from "../contract-errors.ts";

export interface GeneratorParts {
  compiler: SolidityCompiler;
  /** Refines plans and writes what no template covers; ignored when it is offline. */
  engine?: ChatEngine | undefined;
  /** Runs the tests of contracts that the engine wrote. */
  forge?: Forge | undefined;
  review?: ReviewContract | undefined;
}

/** Adapts the generator package to a chat engine, and its errors to those of the API. */
export function createContractGenerator({
  compiler,
  engine,
  forge,
  review,
}: GeneratorParts): ContractGenerator {
  const model = engine && !engine.isOffline ? engine : undefined;
  const complete = model && ((request: Parameters<ChatEngine["complete"]>[0]) => model.complete(request));
  const generator = createGenerator({ compiler, complete, forge, review });
  return {
    async generate(request) {
      try {
        return await generator.generate(request);
      } catch (error) {
        throw toAppError(error);
      }
    },
  };
}
