import type { ContractGenerator } from "@mintwright/solidity-generator";
import type { ChatModel } from "../../chat/index.ts";

/** Creates the chat model `smart_contract_generator`: its text is source that has compiled, at once and nothing else. */
export function createGeneratorModel(generator: ContractGenerator): ChatModel {
  return {
    async answer({ question, history, signal }) {
      const { source, contract } = await generator.generate({ question, history, signal });
      return {
        text: (async function* () {
          yield source;
        })(),
        data: () => ({ contract }),
      };
    },
  };
}
