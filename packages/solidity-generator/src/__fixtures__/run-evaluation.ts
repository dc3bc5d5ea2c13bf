import type { SolidityCompiler } from "@mintwright/solidity-compiler";
import type { Anvil } from "@mintwright/test-harness";
import type { CompiledSource } from "../compile-source.ts";
import type { ContractGenerator } from "../generate.ts";
import { compileTestParts } from "./deploy-generated.ts";
import { findDifferences, type Laboratory } from "./evaluate.ts";
import { conversations, type ExpectedContract, prompts } from "./prompts.ts";
import { createTestChain } from "./test-chain.ts";

const { signal } = new AbortController();

export interface Answered {
  prompt: string;
  expected: ExpectedContract;
  made: CompiledSource | undefined;
  error: unknown;
}

/** Generates every prompt and every turn of the conversations concurrently. The compiler's pool limits the load. */
export async function answerAll(generator: ContractGenerator): Promise<Answered[]> {
  const ask = async (
    prompt: string,
    expected: ExpectedContract,
    history: { user: string; assistant: string }[],
  ) => {
    try {
      return {
        prompt,
        expected,
        made: await generator.generate({ question: prompt, history, signal }),
        error: undefined,
      };
    } catch (error) {
      return { prompt, expected, made: undefined, error };
    }
  };
  const talk = async ({ turns }: (typeof conversations)[number]) => {
    const history: { user: string; assistant: string }[] = [];
    const answered: Answered[] = [];
    for (const { prompt, expected } of turns) {
      const answer = await ask(prompt, expected, history);
      history.push({ user: prompt, assistant: answer.made?.source ?? "" });
      answered.push({ ...answer, prompt: answered.length > 0 ? `… ${prompt}` : prompt });
    }
    return answered;
  };
  const singles = Promise.all(prompts.map(({ prompt, expected }) => ask(prompt, expected, [])));
  const talks = Promise.all(conversations.map(talk));
  return [...(await singles), ...(await talks).flat()];
}

/** Prepares a chain and the contracts that are needed to try others on it. */
export async function prepareLaboratory(
  anvil: Anvil,
  compiler: SolidityCompiler,
  generator: ContractGenerator,
): Promise<Laboratory> {
  const collection = await generator.generate({ question: "an nft with 5% royalty", history: [], signal });
  return {
    chain: createTestChain(anvil),
    parts: await compileTestParts(compiler),
    collection: collection.contract,
  };
}

/** Lists the differences between a generated contract and its prompt; empty if there are none. */
export async function judge(laboratory: Laboratory, { made, expected, error }: Answered): Promise<string[]> {
  if (!made) return [`no contract: ${error}`];
  try {
    return await findDifferences(laboratory, made.contract, expected);
  } catch (failure) {
    return [`could not be tried: ${failure}`];
  }
}
