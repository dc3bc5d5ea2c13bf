import { describe, expect, it } from "vitest";
import { judge } from "./judge.ts";
import { parseListing } from "./list-tests.ts";
import { nameOf, type RegisteredTest, ruleIdsIn } from "./registered-test.ts";
import { renderConformance, renderDecisions } from "./render.ts";
import { area, withUniqueIds } from "./rule.ts";
import { rules } from "./rules/index.ts";

const planted = area("Payment", [
  ["PAY-1", "built", "doc 1, Errors", "A call without credits is 402."],
  ["PAY-2", "planned", "decisions, Everywhere", "The answer is `a|b`.", "what is it"],
]);

const titled = (title: string): RegisteredTest => ({ file: "tests/pay.test.ts", title });
const payTest = titled("payment > answers 402 [PAY-1]");

describe("rule ids in a title", () => {
  it("are separated by spaces or commas and may stand in describe titles", () => {
    expect(ruleIdsIn("images [IMG-1] > answers 402 [PAY-1, PAY-2 CTX-10]")).toEqual([
      "IMG-1",
      "PAY-1",
      "PAY-2",
      "CTX-10",
    ]);
  });

  it("count once", () => {
    expect(ruleIdsIn("a [PAY-1] > b [PAY-1]")).toEqual(["PAY-1"]);
  });

  it("are read inside square brackets only", () => {
    expect(ruleIdsIn("checks EIP-55 of [5,8] and [id]")).toEqual([]);
  });

  it("are left out of the name of a test, other brackets are kept", () => {
    const test = titled("payment [PAY-1] > reads [5,8] twice [PAY-2]");
    expect(nameOf(test)).toBe("tests/pay.test.ts › payment › reads [5,8] twice");
  });
});

describe("the judgement", () => {
  it("is silent when every built rule is named and no planned one", () => {
    expect(judge(planted, [payTest, titled("names no rule")])).toEqual([]);
  });

  it("refuses a built rule that no test names", () => {
    expect(judge(planted, [titled("names no rule")])).toEqual([
      "PAY-1 is built, but no registered test names it",
    ]);
  });

  it("refuses a test that names an unknown rule", () => {
    expect(judge(planted, [payTest, titled("typo [PAY-9]")])).toEqual([
      "PAY-9 does not exist, but a test names it: tests/pay.test.ts › typo",
    ]);
  });

  it("refuses a test that names a planned rule", () => {
    expect(judge(planted, [payTest, titled("early [PAY-2]")])).toEqual([
      "PAY-2 is planned, but a test names it: tests/pay.test.ts › early; mark it built",
    ]);
  });

  it("refuses to examine nothing", () => {
    expect(judge([], [])).toEqual(["vitest listed no tests, so nothing was examined"]);
  });
});

describe("the pages", () => {
  it("show one line a rule, with its test files, and what is built", () => {
    const page = renderConformance(planted, [payTest]);
    expect(page).toContain("1 of 2 rules are built; 1 tests name one.\n\n## Payment\n");
    expect(page).toContain(
      "- **PAY-1** A call without credits is 402. (doc 1, Errors) `tests/pay.test.ts`\n",
    );
    expect(page).toContain("- **PAY-2** The answer is `a|b`. (decisions, Everywhere) planned\n");
  });

  it("group rules by operation", () => {
    const one = area("Images", [["IMG-1", "built", "doc 1, Models", "One."]]);
    const other = area("Style and traits", [["TRAIT-1", "built", "doc 1, Trait object", "Two."]]);
    const page = renderConformance([...one, ...other], [titled("a [IMG-1 TRAIT-1]")]);
    expect(page.match(/^## .*$/gm)).toEqual(["## POST /nft/generate-image"]);
  });

  it("show decisions only on the page of decisions", () => {
    const page = renderDecisions(planted, [payTest]);
    expect(page).toContain("| what is it | The answer is `a\\|b`. | PAY-2 | not built yet |");
    expect(page).not.toContain("PAY-1");
  });

  it("do not depend on the order in which tests are listed", () => {
    const other = titled("again [PAY-1]");
    expect(renderConformance(planted, [payTest, other])).toBe(renderConformance(planted, [other, payTest]));
  });
});

describe("the listing of vitest", () => {
  it("becomes tests with repository-relative files, sorted", () => {
    const json = JSON.stringify([
      { name: "b", file: "/checkout/tests/b.test.ts" },
      { name: "a", file: "/checkout/tests/a.test.ts" },
    ]);
    expect(parseListing(json, "/checkout")).toEqual([
      { file: "tests/a.test.ts", title: "a" },
      { file: "tests/b.test.ts", title: "b" },
    ]);
  });
});

describe("the rules", () => {
  it("refuse an id that occurs twice", () => {
    expect(() => withUniqueIds([...planted, ...planted])).toThrow("two rules carry the id PAY-1");
  });

  it("carry ids that a title can name", () => {
    for (const { id } of rules) expect(ruleIdsIn(`[${id}]`)).toEqual([id]);
  });

  it("carry a question exactly where a decision is their source", () => {
    for (const rule of rules) {
      expect(rule.source.startsWith("decisions"), rule.id).toBe(rule.question !== undefined);
    }
  });
});
