import { createSolcCompiler } from "@mintwright/solidity-compiler";
import { type Anvil, startAnvil } from "@mintwright/test-harness";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import {
  compileServiceParts,
  exerciseService,
  exercises,
  type ServiceParts,
} from "./__fixtures__/exercise-services.ts";
import { createTestChain, type TestChain } from "./__fixtures__/test-chain.ts";
import { createCompileSource } from "./compile-source.ts";
import { completePlan } from "./defaults.ts";
import { type ContractKind, type ContractPlan, contractKinds } from "./plan.ts";
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
  parts = await compileServiceParts(compiler);
}, 120_000);

afterAll(async () => {
  await Promise.all([compiler.stop(), anvil?.stop()]);
});

it("every kind that is not in the evaluation has an exercise", () => {
  expect([...Object.keys(exercises), ...evaluated].sort()).toEqual([...contractKinds].sort());
});

describe("deployed on a chain", () => {
  const plain = Object.keys(exercises).map((kind) => ({
    kind: kind as ContractKind,
    features: [],
    settings: {},
  }));
  const varied: ContractPlan[] = [
    ...plain,
    { kind: "faucet", features: ["etherPayment"], settings: { amount: "0.1", interval: 3_600 } },
    { kind: "subscription", features: ["tokenPayment"], settings: { price: "10" } },
    { kind: "savings", features: [], settings: { lock: 1_000, goal: "5" } },
    { kind: "auction", features: [], settings: { duration: 600, reserve: "3", increment: 1_000 } },
    { kind: "crowdfunding", features: [], settings: { duration: 600, goal: "7" } },
    { kind: "counter", features: ["ownerOnly"], settings: {} },
    { kind: "allowanceWallet", features: [], settings: { interval: 604_800 } },
    { kind: "nftStaking", features: [], settings: { rewardPerDay: "5" } },
  ];
  it.each(varied)("$kind with $settings does what it says", { timeout: 120_000 }, async (varied) => {
    const { plan } = completePlan(varied);
    const { name, source } = writeContract(plan);
    const compiled = await compile(source, name, signal);
    if ("problems" in compiled) throw new Error(compiled.problems[0]?.message);
    expect(compiled.contract.warnings).toEqual([]);
    await exerciseService(chain, parts, compiled.contract, plan);
  });
});
