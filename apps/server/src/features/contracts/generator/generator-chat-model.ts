import type { ContractGenerator } from "@mintwright/solidity-generator";
import type { ChatModel } from "../../chat/index.ts";

/** Creates the `smart_contract_generator` chat model. Its answer is one piece: Solidity source that compiles. */
export function createGeneratorModel(generator: ContractGenerator): ChatModel {
  return {
    async answer({ question, history, signal }) {
      const { source, contract } = await generator.generate({ question, history, signal });
      return {
        text: (async function* () {
          yield source;
        })(),
        data: () => ({ contract }),
        result: {
          kind: "contract",
          title: contract.name,
          details: {
            name: contract.name,
            compiler: contract.compiler,
            runtimeBytes: contract.runtimeBytes ?? null,
          },
          content: { source, contract },
        },
      };
    },
  };
}
