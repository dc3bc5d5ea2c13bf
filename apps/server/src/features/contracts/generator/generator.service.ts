import type { SolidityCompiler } from "@mintwright/solidity-compiler";
import { type ContractGenerator, createGenerator, type ReviewContract } from "@mintwright/solidity-generator";
import type { ChatEngine } from "../../../engines/chat/index.ts";
import { toAppError } from "../contract-errors.ts";

/** What the generator works with. */
export interface GeneratorParts {
  compiler: SolidityCompiler;
  /** Refines plans and writes what no template covers; an offline engine is as good as none. */
  engine?: ChatEngine | undefined;
  /** Reviews what a model wrote. */
  review?: ReviewContract | undefined;
}

/** Creates the generator on a chat engine of the server; its errors are the API's. */
export function createContractGenerator({ compiler, engine, review }: GeneratorParts): ContractGenerator {
  const model = engine && !engine.isOffline ? engine : undefined;
  const complete = model && ((request: Parameters<ChatEngine["complete"]>[0]) => model.complete(request));
  const generator = createGenerator({ compiler, complete, review });
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
