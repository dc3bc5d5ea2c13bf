import { createSolcCompiler } from "@mintwright/solidity-compiler";
import { type Anvil, startAnvil } from "@mintwright/test-harness";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { Laboratory } from "./__fixtures__/evaluate.ts";
import { conversations, prompts } from "./__fixtures__/prompts.ts";
import { type Answered, answerAll, judge, prepareLaboratory } from "./__fixtures__/run-evaluation.ts";
import { createGenerator } from "./generate.ts";

const compiler = createSolcCompiler({
  processes: 2,
  maxWaiting: 200,
  timeoutInMs: 120_000,
  memoryInMb: 1_024,
});
const generator = createGenerator({ compiler });
const { signal } = new AbortController();
let anvil: Anvil;

beforeAll(async () => {
  anvil = await startAnvil();
});

afterAll(async () => {
  await Promise.all([compiler.stop(), anvil?.stop()]);
});

describe("without any model", { timeout: 900_000 }, () => {
  let laboratory: Laboratory;
  let answered: Answered[];

  beforeAll(async () => {
    [laboratory, answered] = await Promise.all([
      prepareLaboratory(anvil, compiler, generator),
      answerAll(generator),
    ]);
  }, 900_000);

  it("[GEN-1 GEN-4] every request gets a contract that compiles", () => {
    expect(prompts.length).toBeGreaterThanOrEqual(60);
    expect(answered.filter(({ made }) => !made)).toEqual([]);
  });

  it("[GEN-8] every one does exactly what was asked for, tried on a chain, follow-ups included", async () => {
    const wrong: string[] = [];
    for (const answer of answered) {
      const differences = await judge(laboratory, answer);
      if (differences.length > 0) wrong.push(`${answer.prompt}: ${differences.join("; ")}`);
    }
    const turns = conversations.flatMap((conversation) => conversation.turns).length;
    expect(answered).toHaveLength(prompts.length + turns);
    expect(wrong, wrong.join("\n")).toHaveLength(0);
  });

  it("[GEN-7] the sources alone give the same bytecode with the stated compiler and optimizer", async () => {
    const kinds = new Map(answered.map((answer) => [answer.expected.kind, answer]));
    expect(kinds.size).toBe(15);
    for (const kind of ["erc20", "governor", "marketplace"]) {
      const contract = kinds.get(kind)?.made?.contract;
      if (!contract) throw new Error(`no ${kind}`);
      const entry = `${contract.name}.sol`;
      const sources = Object.fromEntries(
        Object.entries(contract.sources).map(([name, { content }]) => [name, content]),
      );
      const again = await compiler.compile({ sources, entry, outputs: "generate", signal });
      expect(again.longVersion).toBe(contract.compiler);
      expect(again.input.settings.optimizer).toEqual(contract.optimizer);
      expect(`0x${again.output.contracts?.[entry]?.[contract.name]?.evm.bytecode.object}`).toBe(
        contract.bytecode,
      );
    }
  });
});
