import { expect, it } from "vitest";
import { fillOpenFields } from "./contract-model.ts";
import { readRequest } from "./reading/read-request.ts";
import { extractSolidity } from "./written-by-model.ts";

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

it("Solidity is found in an answer, fenced, bare or cut off", () => {
  expect(extractSolidity("contract A {}")).toBe("// SPDX-License-Identifier: MIT\ncontract A {}\n");
  expect(extractSolidity("text\n```sol\n// SPDX-License-Identifier: MIT\ncontract A {}\n```\ntext")).toBe(
    "// SPDX-License-Identifier: MIT\ncontract A {}\n",
  );
  expect(extractSolidity("```\nlibrary B {}\ncontract A {}")).toContain("library B {}\ncontract A {}");
  expect(extractSolidity("I cannot do that.")).toBeUndefined();
});
