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

function generate(question: string, review?: (source: string) => Promise<string[]>, earlier?: string) {
  const engine = createOpenAiChatEngine({
    name: "scripted",
    baseUrl: server.baseUrl,
    model: "scripted",
    silenceInMs: 5_000,
  });
  const history = earlier === undefined ? [] : [{ user: "before", assistant: earlier }];
  return createContractGenerator({ compiler, engine, review }).generate({ question, history, signal });
}

const answer = (text: string) => ({ kind: "answer" as const, text });
const other = answer('{"kind": "other"}');
const lottery = (body: string) =>
  `Here you are:\n\`\`\`solidity\npragma solidity ^0.8.27;\ncontract Lottery { ${body} }\n\`\`\`\nHave fun!`;
const good = lottery("uint256 public pot; function pay() external payable { pot += msg.value; }");

describe("what a model may add to a plan", () => {
  it("costs nothing when the model is down or talks nonsense", { timeout: 120_000 }, async () => {
    server.follow({ kind: "refuse", status: 400 });
    expect((await generate("token with 5 decimals, burnable")).contract.features).toEqual([
      "erc20",
      "burnable",
    ]);
    server.follow(answer("I am a teapot { not json"));
    expect((await generate("token with 5 decimals, burnable")).contract.features).toEqual([
      "erc20",
      "burnable",
    ]);
  });

  it("is the kind of contract when the words of the request are unknown", { timeout: 120_000 }, async () => {
    server.follow(answer('Sure! {"kind": "splitter"}'), answer("{}"));
    expect((await generate("divvy up my income 70/30")).contract.features).toEqual(["splitter"]);
  });
});

describe("a contract that no template covers", { timeout: 120_000 }, () => {
  it("is returned as source alone once it compiles", async () => {
    server.follow(other, answer(good));
    const { source, contract } = await generate("a lottery");
    expect(source).toMatch(
      /^\/\/ SPDX-License-Identifier: MIT\npragma solidity \^0\.8\.27;\ncontract Lottery \{.*\}\n$/s,
    );
    expect(contract).toMatchObject({ name: "Lottery", features: [] });
  });

  it("is corrected with the compiler's messages and the review's", async () => {
    server.follow(
      other,
      answer(lottery("uint256 x = true;")),
      answer(lottery("constructor(uint256 a) {}")),
      answer(good),
    );
    expect((await generate("a lottery")).contract.name).toBe("Lottery");
    expect(server.calls[2]?.prompt).toContain("Type bool is not implicitly convertible");
    expect(server.calls[3]?.prompt).toContain("The constructor takes arguments");
    let reviews = 0;
    server.follow(other, answer(good));
    await generate("a lottery", async () => (reviews++ === 0 ? ["Anybody can take the pot."] : []));
    expect(server.calls[2]?.prompt).toContain("Anybody can take the pot.");
  });

  it("[GEN-5] is refused when it does not get better, after a bounded number of attempts", async () => {
    server.follow(other, answer(lottery("this is not Solidity")));
    await expect(generate("a lottery")).rejects.toMatchObject({
      code: "engine_failed",
      message: expect.stringContaining("Nothing is charged"),
    });
    expect(server.calls).toHaveLength(5);
  });

  it("[GEN-5] is the caller's to describe better when the model writes none at all", async () => {
    server.follow(other, answer("I will not."));
    await expect(generate("ø±")).rejects.toMatchObject({
      code: "invalid_request",
      message: expect.stringContaining("Nothing is charged"),
    });
  });

  it("changes in a follow-up", async () => {
    server.follow(other, answer(good));
    await generate("let players leave", undefined, "contract Lottery { uint256 a; }");
    expect(server.calls[1]?.prompt).toContain(
      "contract Lottery { uint256 a; }\n\nThe change: let players leave",
    );
  });

  it("cannot read files: its imports are the bundled libraries", async () => {
    const hostile = '```solidity\nimport "/etc/passwd"; contract A {}\n```';
    server.follow(other, answer(hostile));
    await expect(generate("a lottery")).rejects.toMatchObject({
      details: { problems: [expect.stringContaining("neither among the given files nor in the bundled")] },
    });
  });
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
