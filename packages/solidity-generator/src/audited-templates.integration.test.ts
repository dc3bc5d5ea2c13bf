import { audit, createAnalysisThreads } from "@mintwright/solidity-audit";
import { createSolcCompiler } from "@mintwright/solidity-compiler";
import { afterAll, describe, expect, it } from "vitest";
import { completePlan } from "./defaults.ts";
import { type ContractPlan, contractKinds, featuresByKind } from "./plan.ts";
import { writeContract } from "./writing/write-contract.ts";

const compiler = createSolcCompiler({ processes: 1, maxWaiting: 8, timeoutInMs: 120_000, memoryInMb: 1_024 });
const threads = createAnalysisThreads(1, { timeoutInMs: 120_000 });
afterAll(async () => {
  await compiler.stop();
  await threads.stop();
});

const plans = contractKinds.flatMap((kind): { name: string; plan: ContractPlan }[] => [
  { name: `${kind}, plain`, plan: { kind, features: [], settings: {} } },
  {
    name: `${kind} with every feature`,
    plan: { kind, features: [...featuresByKind[kind]], settings: {} } as ContractPlan,
  },
]);

describe("the auditor finds nothing of high or medium severity in", () => {
  it.each(plans)("$name", { timeout: 240_000 }, async ({ plan }) => {
    const { name, source } = writeContract(completePlan(plan).plan);
    const report = await audit({ [`${name}.sol`]: source }, { compiler, threads });
    expect(report.analysed.contracts, report.verdict).not.toEqual([]);
    const serious = report.findings.filter(({ severity }) => severity === "high" || severity === "medium");
    expect(serious.map(({ rule, quote, explanation }) => [rule, quote, explanation])).toEqual([]);
  });
});
