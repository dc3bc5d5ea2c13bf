import { createSolcCompiler } from "@mintwright/solidity-compiler";
import { afterAll, expect, it } from "vitest";
import { createGenerator } from "./generate.ts";
import { GenerationError } from "./generation-error.ts";

const compiler = createSolcCompiler({ processes: 1, maxWaiting: 8, timeoutInMs: 120_000, memoryInMb: 1_024 });
const generator = createGenerator({ compiler });
const { signal } = new AbortController();

afterAll(() => compiler.stop());

it.each([
  ["a token called Moon Coin (MOON)", ["a supply of 1,000,000 tokens"]],
  ["a token called Moon Coin (MOON) with a supply of 5 million", []],
  ["a mintable token called Moon Coin (MOON)", []],
  ["a DAO governor with a token", ["a supply of 1,000,000 tokens"]],
  ["staking with 10% APR", [expect.stringMatching(/^a token with a supply of 1,000,000 /)]],
])("says which supply it assumed for %j", { timeout: 120_000 }, async (question, supplies) => {
  const { contract } = await generator.generate({ question, history: [], signal });
  const assumed = contract.coverage?.filter(({ status }) => status === "assumed") ?? [];
  expect(assumed.map(({ requirement }) => requirement).filter((text) => text.includes("supply"))).toEqual(
    supplies,
  );
});

// Requests that were once answered with a contract of another kind, without saying so.
it.each([
  ["constant product AMM for two tokens", ["swap", "addLiquidity"]],
  ["english auction for an NFT", ["bid"]],
  ["soulbound token for course certificates", ["locked"]],
  ["a timelock wallet that lets me withdraw after one year", ["withdraw"]],
])("never answers %j with another contract", { timeout: 120_000 }, async (question, functions) => {
  try {
    const { contract } = await generator.generate({ question, history: [], signal });
    const names = (contract.abi as { name?: string }[]).map(({ name }) => name);
    expect(names).toEqual(expect.arrayContaining(functions));
  } catch (error) {
    if (!(error instanceof GenerationError)) throw error;
    expect(error.reason).toBe("not_covered");
  }
});
