import { createSolcCompiler } from "@mintwright/solidity-compiler";
import { afterAll, describe, expect, it } from "vitest";
import { generate as generateAlone } from "./generate.ts";

const compiler = createSolcCompiler({
  processes: 2,
  maxWaiting: 200,
  timeoutInMs: 120_000,
  memoryInMb: 1_024,
});
const generate = (question: string, history: { user: string; assistant: string }[] = []) =>
  generateAlone(question, { compiler, history });

afterAll(() => compiler.stop());

it("[GEN-2 GEN-6] describes the contract in comments and as data", { timeout: 60_000 }, async () => {
  const { source, contract } = await generate("token Moon (MOON), 8 decimals, capped at 5k, mintable");
  expect(source).toMatch(
    /^\/\/ SPDX-License-Identifier: MIT\n\/\/ Moon \(MOON\): an ERC-20 token with 8 decimals\.\n/,
  );
  expect(contract).toMatchObject({
    name: "Moon",
    compiler: expect.stringMatching(/^0\.8\.\d+\+commit\.[0-9a-f]{8}$/),
    optimizer: { enabled: true, runs: 200 },
    bytecode: expect.stringMatching(/^0x[0-9a-f]+$/),
    warnings: [],
    features: ["erc20", "mintable", "capped"],
  });
  expect(contract.sources["Moon.sol"]?.content).toBe(source);
  expect(Object.keys(contract.sources)).toContain("@openzeppelin/contracts/token/ERC20/ERC20.sol");
});

it("needs no compiler of its caller", { timeout: 60_000 }, async () => {
  expect((await generateAlone("an nft called Frogs (FROG)")).contract.name).toBe("Frogs");
});

describe("names that are not identifiers", { timeout: 120_000 }, () => {
  it.each([
    'token called "ERC20" symbol X',
    'token called "Ownable", OWN, mintable',
    'token called "月光币" symbol MOON',
    'nft called "Café 🐸 Frogs" (FROG)',
    'token called "42" symbol FTW',
    'token called "a\\"); selfdestruct(1); //" symbol BAD',
    'governor called "Timelock Controller"',
    'token called "Contract" symbol CON',
  ])("%j compiles", async (question) => {
    expect((await generate(question)).contract.bytecode.length).toBeGreaterThan(1_000);
  });
});

describe("a history that was tampered with", { timeout: 60_000 }, () => {
  it("is data: a plan that does not fit is not used", async () => {
    const assistant =
      'contract A {}\n// Plan: {"kind":"erc20","name":"x\\"; evil","features":["nope"],"settings":{}}\n';
    await expect(generate("now make it pausable", [{ user: "a", assistant }])).rejects.toThrow(
      /No template covers this request/,
    );
  });
});
