import { createSolcCompiler } from "@mintwright/solidity-compiler";
import { type Anvil, startAnvil } from "@mintwright/test-harness";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { exercises, type ServiceParts, servicePartsSource } from "./__fixtures__/exercise-services.ts";
import { createTestChain, type TestChain } from "./__fixtures__/test-chain.ts";
import { createCompileSource } from "./compile-source.ts";
import { completePlan } from "./defaults.ts";
import { type ContractKind, contractKinds } from "./plan.ts";
import { writeContract } from "./writing/write-contract.ts";

const compiler = createSolcCompiler({ processes: 1, maxWaiting: 8, timeoutInMs: 120_000, memoryInMb: 1_024 });
const compile = createCompileSource(compiler);
const { signal } = new AbortController();
/** Kinds whose requests are tried in the evaluation. */
const evaluated = contractKinds.slice(0, contractKinds.indexOf("vault") + 1);
let anvil: Anvil;
let chain: TestChain;
let parts: ServiceParts;

beforeAll(async () => {
  anvil = await startAnvil();
  chain = createTestChain(anvil);
  const { output, errors } = await compiler.compile({
    sources: { "parts.sol": servicePartsSource },
    entry: "parts.sol",
    outputs: "generate",
    signal,
  });
  expect(errors).toEqual([]);
  parts = Object.fromEntries(
    Object.entries(output.contracts?.["parts.sol"] ?? {}).map(([name, { abi, evm }]) => [
      name,
      { abi, bytecode: `0x${evm.bytecode.object}` },
    ]),
  ) as ServiceParts;
}, 120_000);

afterAll(async () => {
  await Promise.all([compiler.stop(), anvil?.stop()]);
});

it("every kind that is not in the evaluation has an exercise", () => {
  expect([...Object.keys(exercises), ...evaluated].sort()).toEqual([...contractKinds].sort());
});

describe("deployed on a chain", () => {
  it.each(Object.entries(exercises))("%s does what it says", { timeout: 120_000 }, async (kind, exercise) => {
    const { plan } = completePlan({ kind: kind as ContractKind, features: [], settings: {} });
    const { name, source } = writeContract(plan);
    const compiled = await compile(source, name, signal);
    if ("problems" in compiled) throw new Error(compiled.problems[0]?.message);
    expect(compiled.contract.warnings).toEqual([]);
    const [alice, bob] = chain.strangers;
    if (!alice || !bob) throw new Error("the chain has no accounts");
    await chain.isolated(async () => {
      const contract = await chain.deploy(compiled.contract);
      await exercise({
        chain,
        contract,
        alice,
        bob,
        deployNft: () => chain.deploy(parts.Nft),
        deployToken: () => chain.deploy(parts.Token),
        deployPart: (part) => chain.deploy(parts[part]),
      });
    });
  });
});
