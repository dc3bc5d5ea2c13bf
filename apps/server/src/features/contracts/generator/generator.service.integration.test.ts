import { createSolcCompiler } from "@mintwright/solidity-compiler";
import { type ScriptedModelServer, startScriptedModelServer } from "@mintwright/test-harness";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { createOpenAiChatEngine } from "../../../engines/chat/index.ts";
import { createContractGenerator } from "./generator.service.ts";

const compiler = createSolcCompiler({ processes: 1, maxWaiting: 8, timeoutInMs: 120_000, memoryInMb: 1_024 });
const { signal } = new AbortController();
let server: ScriptedModelServer;

beforeAll(async () => {
  server = await startScriptedModelServer();
});

afterAll(() => Promise.all([compiler.stop(), server.stop()]));

function generate(question: string) {
  const engine = createOpenAiChatEngine({
    name: "scripted",
    baseUrl: server.baseUrl,
    model: "scripted",
    silenceInMs: 5_000,
  });
  return createContractGenerator({ compiler, engine }).generate({ question, history: [], signal });
}

it("a template needs no model: one that is down or talks nonsense changes nothing", {
  timeout: 120_000,
}, async () => {
  server.follow({ kind: "refuse", status: 400 });
  const features = ["erc20", "burnable"];
  expect((await generate("token with 5 decimals, burnable")).contract.features).toEqual(features);
  server.follow({ kind: "answer", text: "I am a teapot { not json" });
  expect((await generate("token with 5 decimals, burnable")).contract.features).toEqual(features);
});

describe("requests that no contract can be made for", { timeout: 60_000 }, () => {
  const generator = createContractGenerator({ compiler });
  const generate = (question: string) => generator.generate({ question, history: [], signal });

  it("[GEN-5] are refused with a sentence that says what to do", async () => {
    await expect(generate("write me a poem")).rejects.toMatchObject({
      code: "request_not_covered",
      message: expect.stringMatching(
        /There are templates for: erc20, .*Nothing is charged.*connect a chat model/,
      ),
      details: { kinds: expect.arrayContaining(["erc20"]) },
    });
    await expect(generate("a lending protocol with flash loans")).rejects.toMatchObject({
      code: "request_not_covered",
      message: expect.stringContaining("depends on an economic design"),
    });
    await expect(generate("a token minting machine for cats")).rejects.toMatchObject({
      code: "request_not_covered",
      details: { notCovered: ["machine"] },
    });
    await expect(generate("token with 90% tax")).rejects.toThrow(/settings\.tax.*Nothing is charged/);
    await expect(
      generate(`token Big (BIG), supply ${"9".repeat(29)}, 36 decimals, cap ${"9".repeat(30)}, mintable`),
    ).resolves.toBeDefined();
    await expect(generate(`token Big (BIG), supply ${"9".repeat(45)}`)).rejects.toThrow(/Nothing is charged/);
  });
});
