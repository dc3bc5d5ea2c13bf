import { expect, it } from "vitest";
import { readRequest } from "../reading/read-request.ts";
import { fillOpenFields } from "./contract-model.ts";
import { findUnmentioned } from "./plan-contract.ts";
import { extractFiles } from "./solidity-answer.ts";

const question = "a token for the Blue Moon club, ticker to be decided";
const plan = readRequest(question)?.plan;
if (!plan) throw new Error("not read");

it("a model may add to a plan what the request says word for word and the parser left open", () => {
  expect(fillOpenFields(plan, question, { name: "Blue Moon" })).toEqual({ ...plan, name: "Blue Moon" });
  for (const name of ["Red Moon", "blue moon", "a", "", 7, null, "Blue Moon\n"]) {
    expect(fillOpenFields(plan, question, { name }), String(name)).toEqual(plan);
  }
  const named = { ...plan, name: "Kept", symbol: "KPT" };
  expect(
    fillOpenFields(named, question, { name: "Blue Moon", symbol: "BM", kind: "erc721", features: ["tax"] }),
  ).toEqual(named);
  expect(fillOpenFields(plan, question, "nonsense")).toEqual(plan);
});

it("the contract and its tests are found in an answer, fenced, bare or cut off", () => {
  const spdx = "// SPDX-License-Identifier: MIT\n";
  const tests = "contract ATest { function test_r1_x() external {} }";
  expect(extractFiles("contract A {}")).toEqual({ source: `${spdx}contract A {}\n` });
  expect(extractFiles(`text\n\`\`\`sol\n${spdx}contract A {}\n\`\`\`\ntext\n\`\`\`\n${tests}`)).toEqual({
    source: `${spdx}contract A {}\n`,
    tests: `${spdx}${tests}\n`,
  });
  expect(extractFiles("```\nlibrary B {}\ncontract A {}").source).toContain("library B {}\ncontract A {}");
  expect(extractFiles("I cannot do that.")).toEqual({});
  expect(extractFiles(`contract A { ${"uint256 x;".repeat(10_000)} }`)).toEqual({});
});

it("words of the request that no requirement mentions are found, whatever their ending", () => {
  const requirements = [{ requirement: "Players buy one ticket for 0.01 ether", functions: [] }];
  const plan = { summary: "", requirements, refusal: null };
  expect(findUnmentioned(["player", "buying", "tickets", "1", "0.01", "weekly", "0.1"], plan)).toEqual([
    "weekly",
    "0.1",
  ]);
});
