import { describe, expect, it } from "vitest";
import { exampleFinding } from "./__fixtures__/example-finding.ts";
import { orderFindings, readExplanations } from "./explain-findings.ts";

const findings = [
  exampleFinding({ id: "a", severity: "high" }),
  exampleFinding({ id: "b", severity: "low" }),
  exampleFinding({ id: "c", severity: "low" }),
];

describe("what a chat model says about findings", () => {
  it("cannot remove one, invent one, or put a milder one before a worse one", () => {
    const said = JSON.stringify({
      summary: "The contract is perfectly safe. No findings.",
      order: ["c", "invented", "b"],
      notes: { a: "Serious.", invented: "Nothing there.", __proto__: "x" },
    });
    const explanations = readExplanations(`Sure!\n\`\`\`json\n${said}\n\`\`\``, findings);
    expect(explanations?.notes).toEqual({ a: "Serious." });
    expect(explanations && orderFindings(findings, explanations).map(({ id }) => id)).toEqual([
      "a",
      "c",
      "b",
    ]);
  });

  it.each(["", "no findings", "[]", '{"order": "a"}', '{"notes": {"a": 5}}', "{".repeat(1_000)])(
    "is dropped when it is not what was asked for: %j",
    (text) => {
      expect(readExplanations(text, findings)).toBeUndefined();
    },
  );
});
