import { findForge } from "@mintwright/test-harness";
import { afterAll, expect, it } from "vitest";
import { createSolcCompiler } from "../solc-compiler.ts";
import { createForge, type ForgeOutcome } from "./forge.ts";

const bounds = { timeoutInMs: 20_000, memoryInMb: 2_048, maxOutputBytes: 4_000_000 };
const forge = createForge(findForge(), bounds);
const compiler = createSolcCompiler({ processes: 1, maxWaiting: 1, timeoutInMs: 60_000, memoryInMb: 1_024 });
afterAll(() => compiler.stop());

const counter = `// SPDX-License-Identifier: MIT
pragma solidity ^0.8.27;
import {Ownable} from "@openzeppelin/contracts/access/Ownable.sol";
contract Counter is Ownable(msg.sender) { uint256 public count; function add() external onlyOwner { count++; } }`;

const cheats = `interface Cheats {
  function ffi(string[] calldata) external returns (bytes memory);
  function readFile(string calldata) external returns (string memory);
  function writeFile(string calldata, string calldata) external;
  function envString(string calldata) external returns (string memory);
  function createSelectFork(string calldata) external returns (uint256);
  function sleep(uint256) external;
  function prank(address) external;
}
Cheats constant vm = Cheats(address(uint160(uint256(keccak256("hevm cheat code")))));`;

async function test(body: string, on = forge): Promise<ForgeOutcome> {
  const source = `// SPDX-License-Identifier: MIT
pragma solidity ^0.8.27;
import {Counter} from "../Counter.sol";
${cheats}
contract CounterTest { Counter counter = new Counter(); ${body} }`;
  const compilation = await compiler.compile({
    sources: { "Counter.sol": counter, "test/Counter.t.sol": source },
    outputs: "generate",
  });
  expect(compilation.errors).toEqual([]);
  return on.test({ compilation, signal: AbortSignal.timeout(60_000) });
}

it("says which tests passed, and why others failed", async () => {
  const outcome = await test(`
    function test_adds() external { counter.add(); require(counter.count() == 1); }
    function test_owner() external { vm.prank(address(1)); try counter.add() { revert("added"); } catch {} }
    function test_wrong() external view { require(counter.count() == 1, "not one"); }`);
  const common = { file: "test/Counter.t.sol", contract: "CounterTest" };
  expect(outcome).toEqual({
    status: "done",
    tests: expect.arrayContaining([
      { ...common, name: "test_adds()", passed: true, reason: null },
      { ...common, name: "test_owner()", passed: true, reason: null },
      { ...common, name: "test_wrong()", passed: false, reason: "not one" },
    ]),
  });
});

it.each([
  ["run a program", `string[] memory c = new string[](1); c[0] = "id"; vm.ffi(c);`],
  ["read a file", `vm.readFile("/etc/passwd");`],
  ["read a file of its own folder", `vm.readFile("foundry.toml");`],
  ["write a file", `vm.writeFile("x", "y");`],
  ["read the environment", `vm.envString("NODE_ENV");`],
  ["call a server", `vm.createSelectFork("http://127.0.0.1:1");`],
])("does not let a test %s", async (_, body) => {
  const outcome = await test(`function test_it() external { ${body} }`);
  expect(outcome).toMatchObject({ status: "done", tests: [{ name: "test_it()", passed: false }] });
});

it("ends a test that does not end", async () => {
  const impatient = createForge(findForge(), { ...bounds, timeoutInMs: 2_000 });
  expect(await test("function test_it() external { vm.sleep(600000); }", impatient)).toEqual({
    status: "failed",
    reason: "took more than 2 seconds",
  });
  const looping = await test("function test_it() external { while (true) counter.add(); }");
  expect(looping).toMatchObject({ status: "done", tests: [{ passed: false }] });
});

it("does not take a forge that does not start for one that found nothing", async () => {
  expect(await test("function test_it() external {}", createForge("/bin/false", bounds))).toEqual({
    status: "failed",
    reason: "ended with exit 1",
  });
});
