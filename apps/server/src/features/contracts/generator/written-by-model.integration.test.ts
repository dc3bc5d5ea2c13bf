import { createForge, createSolcCompiler } from "@mintwright/solidity-compiler";
import type { ReviewContract } from "@mintwright/solidity-generator";
import { findForge, type ScriptedModelServer, startScriptedModelServer } from "@mintwright/test-harness";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { createOpenAiChatEngine } from "../../../engines/chat/index.ts";
import { createContractGenerator } from "./generator.service.ts";

const compiler = createSolcCompiler({ processes: 1, maxWaiting: 8, timeoutInMs: 120_000, memoryInMb: 1_024 });
const forge = createForge(findForge(), { timeoutInMs: 10_000, memoryInMb: 2_048, maxOutputBytes: 4_000_000 });
const { signal } = new AbortController();
let server: ScriptedModelServer;

beforeAll(async () => {
  server = await startScriptedModelServer();
});

afterAll(() => Promise.all([compiler.stop(), server.stop()]));

interface Options {
  withForge?: boolean;
  review?: ReviewContract;
  earlier?: string;
}

function generate(question: string, { withForge = true, review, earlier }: Options = {}) {
  const engine = createOpenAiChatEngine({
    name: "scripted",
    baseUrl: server.baseUrl,
    model: "scripted",
    silenceInMs: 5_000,
  });
  const history = earlier === undefined ? [] : [{ user: "before", assistant: earlier }];
  const generator = createContractGenerator({ compiler, engine, review, ...(withForge && { forge }) });
  return generator.generate({ question, history, signal });
}

const request = "scoreboard: players add points, owner resets points";
const requirements = [
  { requirement: "Players add points to the scoreboard", functions: ["addPoints", "points"] },
  { requirement: "The owner resets the points of a player", functions: ["reset"] },
];
const answer = (text: string) => ({ kind: "answer" as const, text });
const planOf = (asked: unknown[], refusal: string | null = null) =>
  answer(JSON.stringify({ summary: "A scoreboard.", requirements: asked, refusal }));
const plan = planOf(requirements);
const fence = (code: string) => `Here you are:\n\`\`\`solidity\n${code}\n\`\`\`\n`;

const add =
  "mapping(address => uint256) public points; function addPoints(uint256 n) external { points[msg.sender] += n; }";
const reset =
  "address public owner = msg.sender; function reset(address player) external { require(msg.sender == owner); points[player] = 0; }";
const write = (...body: string[]) =>
  fence(`pragma solidity ^0.8.27;\ncontract Scoreboard { ${body.join("\n")} }`);
const contract = write(add, reset);

const testAdd =
  'function test_r1_add() external { vm.prank(alice); board.addPoints(5); checkEqual(board.points(alice), 5, "points"); }';
const testReset = `function test_r2_reset() external {
    vm.prank(alice); board.addPoints(5);
    board.reset(alice);
    checkEqual(board.points(alice), 0, "reset");
    vm.prank(alice); vm.expectRevert(); board.reset(alice);
  }`;
const writeTests = (...body: string[]) =>
  fence(`pragma solidity ^0.8.27;
import {Check} from "./Check.sol";
import {Scoreboard} from "../Scoreboard.sol";
contract ScoreboardTest is Check { Scoreboard board = new Scoreboard(); ${body.join("\n")} }`);
const tests = writeTests(testAdd, testReset);

describe("a model's contract", { timeout: 240_000 }, () => {
  it("is delivered once it compiles and each requirement has a test that passes and can fail", async () => {
    server.follow(plan, answer(contract), answer(tests));
    const { source, contract: described } = await generate(request);
    expect(source).toMatch(
      /^\/\/ SPDX-License-Identifier: MIT\npragma solidity \^0\.8\.27;\ncontract Scoreboard/,
    );
    expect(described.coverage).toEqual([
      {
        requirement: requirements[0]?.requirement,
        status: "included",
        location: { name: "addPoints", line: 3 },
        note: "Written by a model; its test test_r1_add() passed.",
      },
      {
        requirement: requirements[1]?.requirement,
        status: "included",
        location: { name: "reset", line: 4 },
        note: "Written by a model; its test test_r2_reset() passed.",
      },
    ]);
    expect(described.sources).not.toHaveProperty(["test/Check.sol"]);
    expect(server.calls[0]?.format).toMatchObject({ type: "json_schema", json_schema: { strict: true } });
    expect(server.calls).toHaveLength(3);
    expect(server.refusals).toEqual([]);
  });

  it("is corrected with the messages of the compiler, the tests and the review", async () => {
    let reviews = 0;
    server.follow(
      plan,
      answer(write("uint256 x = true;")),
      answer(write(add, "function reset(address) external {} ")),
      answer(tests),
      answer(contract),
      answer(contract),
    );
    const review = async () => (reviews++ === 0 ? ["Anybody can take the points."] : []);
    const { contract: described } = await generate(request, { review });
    expect(server.calls[2]?.prompt).toContain("Type bool is not implicitly convertible");
    expect(server.calls[4]?.prompt).toContain("The test test_r2_reset() failed");
    expect(server.calls[5]?.prompt).toContain("Anybody can take the points.");
    expect(described.coverage.map(({ status }) => status)).toEqual(["included", "included"]);
  });

  it("[GEN-5] is refused when it never compiles, after a bounded number of answers", async () => {
    server.choose(({ format }) =>
      format ? plan : answer(write(`this is not Solidity ${server.calls.length}`)),
    );
    await expect(generate(request)).rejects.toMatchObject({
      code: "engine_failed",
      message: expect.stringContaining("Nothing is charged"),
    });
    expect(server.calls).toHaveLength(7);
  });

  it("says which requirement it does not meet, if it is not the main one", async () => {
    const three = [...requirements, { requirement: "The owner bans a player", functions: ["ban"] }];
    server.follow(planOf(three), answer(contract), answer(tests));
    const { contract: described } = await generate(`${request}, owner bans player`);
    expect(described.coverage[2]).toEqual({
      requirement: "The owner bans a player",
      status: "not_included",
      note: "No test of it passed.",
    });
    expect(described.warnings[0]).toBe('Not included: "The owner bans a player". No test of it passed.');
    expect(server.calls[2]?.prompt).toContain("needs these functions: ban");
  });

  it("is refused when its main requirement is not met", async () => {
    const broken = write(
      "mapping(address => uint256) public points; function addPoints(uint256) external {}",
      reset,
    );
    server.follow(plan, answer(broken), answer(tests));
    await expect(generate(request)).rejects.toMatchObject({
      details: { problems: expect.arrayContaining([expect.stringContaining("test_r1_add() failed")]) },
    });
  });

  it.each([
    ["check nothing", 'function test_r1_add() external pure { check(true, ""); }'],
    ["ignore failures", "function test_r1_add() external { try board.addPoints(5) {} catch {} }"],
    [
      "check only what is so from the start",
      'function test_r1_add() external { checkEqual(board.points(alice), 0, ""); }',
    ],
    [
      "replace the contract",
      `function test_r1_add() external {
        (bool done, ) = address(vm).call(abi.encodeWithSignature("mockCall(address,bytes,bytes)", address(board), abi.encodeCall(board.points, (alice)), abi.encode(5)));
        check(done, ""); checkEqual(board.points(alice), 5, "");
      }`,
    ],
  ])("is refused when its tests %s", async (_, test) => {
    server.follow(plan, answer(contract), answer(writeTests(test, testReset)));
    await expect(generate(request)).rejects.toMatchObject({
      details: {
        problems: [expect.stringContaining("No test of requirement 1 fails when the contract does nothing")],
      },
    });
  });

  it("does not count tests whose preparation already checks the contract", async () => {
    const setUp =
      'function setUp() external { board.addPoints(1); checkEqual(board.points(address(this)), 1, ""); }';
    const idle =
      'function test_r1_add() external pure { check(true, ""); } function test_r2_x() external pure {}';
    server.follow(plan, answer(contract), answer(writeTests(setUp, idle)));
    await expect(generate(request)).rejects.toMatchObject({
      details: { problems: [expect.stringContaining("setUp must only prepare")] },
    });
  });
});

describe("a hostile model", { timeout: 240_000 }, () => {
  const cheat = (signature: string, ...values: string[]) =>
    `function test_r1_add() external { (bool done, ) = address(vm).call(abi.encodeWithSignature("${signature}", ${values.join(", ")})); check(done, "not allowed"); ${"board.addPoints(5);"} }`;

  it.each([
    ["reads files", cheat("readFile(string)", '"/etc/passwd"'), "not allowed"],
    ["calls servers", cheat("createSelectFork(string)", '"http://127.0.0.1:1"'), "not allowed"],
    ["runs programs", cheat("ffi(string[])", "new string[](1)"), "not allowed"],
    [
      "loops without end",
      "function test_r1_add() external { while (true) board.addPoints(1); }",
      /test_r1_add\(\) failed|took more than/,
    ],
    ["waits without end", cheat("sleep(uint256)", "uint256(600000)"), "took more than 10 seconds"],
  ])("gets nothing from tests in which it %s", async (_, test, problem) => {
    server.follow(plan, answer(contract), answer(writeTests(test, testReset)));
    await expect(generate(request)).rejects.toMatchObject({
      details: { problems: expect.arrayContaining([expect.stringMatching(problem)]) },
    });
  });

  it("cannot import files, nor see in its contract that tests are run", async () => {
    server.follow(plan, answer(fence('import "/etc/passwd"; contract A {}')));
    await expect(generate(request)).rejects.toMatchObject({
      details: { problems: [expect.stringContaining("neither among the given files nor in the bundled")] },
    });
    server.follow(plan, answer(write(add, reset, 'bytes32 constant cheats = keccak256("hevm cheat code");')));
    await expect(generate(request)).rejects.toMatchObject({
      details: { problems: ["The contract must not use cheatcodes of tests."] },
    });
  });

  it("cannot exhaust memory with a long answer", async () => {
    server.follow(plan, { kind: "flood", bytes: 3_000_000 });
    await expect(generate(request)).rejects.toMatchObject({ code: "invalid_request" });
    server.follow(plan, { kind: "flood", bytes: 50_000_000 });
    await expect(generate(request)).rejects.toMatchObject({ code: "engine_failed" });
  });
});

describe("a plan", { timeout: 240_000 }, () => {
  it("about something else is refused, and nothing is written", async () => {
    server.follow(planOf([{ requirement: "Mint an ERC20 token", functions: ["mint"] }]));
    await expect(generate(request)).rejects.toMatchObject({
      code: "request_not_covered",
      message: expect.stringMatching(/its plan is about something else.*Nothing is charged/),
    });
    expect(server.calls).toHaveLength(2);
    expect(server.calls[1]?.prompt).toContain("occur in no requirement: scoreboard, players");
  });

  it.each([
    ["refuses", planOf([], "A poem is no contract")],
    ["is no plan", answer("I will not.")],
    ["is empty", planOf([])],
  ])("that %s refuses the request", async (_, step) => {
    server.follow(step);
    await expect(generate("write me a poem")).rejects.toMatchObject({ code: "request_not_covered" });
  });

  it("that leaves out words is asked for again, and what it still leaves out is reported", async () => {
    server.follow(plan, plan, answer(contract), answer(tests));
    const { contract: described } = await generate(`${request} weekly`);
    expect(described.coverage.at(-1)).toEqual({
      requirement: "weekly",
      status: "not_included",
      note: "The model's plan does not mention it.",
    });
  });
});

describe("without Foundry", { timeout: 120_000 }, () => {
  it("the answer says that tests were not run", async () => {
    server.follow(plan, answer(contract));
    const { contract: described } = await generate(request, { withForge: false });
    expect(described.coverage).toMatchObject([
      { status: "assumed", note: expect.stringContaining("Tests were not run: Foundry is not installed") },
      { status: "assumed" },
    ]);
    expect(server.calls).toHaveLength(2);
  });

  it("a contract that no template may be used for stays refused", async () => {
    server.follow(plan);
    await expect(generate("a lending protocol", { withForge: false })).rejects.toMatchObject({
      code: "request_not_covered",
      message: expect.stringContaining("depends on an economic design"),
    });
    await expect(generate("a ponzi scheme")).rejects.toMatchObject({ code: "request_not_covered" });
    expect(server.calls).toEqual([]);
  });
});

it("warns of a contract that no template may be used for", { timeout: 120_000 }, async () => {
  const asked = requirements.map((one) => ({ ...one, requirement: `${one.requirement} for betting` }));
  server.follow(planOf(asked), answer(contract), answer(tests));
  const { contract: described } = await generate(`${request} for betting`);
  expect(described.warnings[0]).toMatch(/A game for money.*have a person audit it before you deploy it/);
});

it("changes an earlier contract", { timeout: 120_000 }, async () => {
  server.follow(plan, answer(contract), answer(tests));
  await generate(request, { earlier: "contract Scoreboard { uint256 a; }" });
  expect(server.calls[0]?.prompt).toContain(`contract Scoreboard { uint256 a; }\n\nThe change: ${request}`);
});
