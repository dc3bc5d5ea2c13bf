import { type RegisteredTest, ruleIdsIn, testNamesByRule } from "./registered-test.ts";
import type { Rule } from "./rule.ts";

const conformanceIntro = `# Conformance with the specification

Every rule that Mintwright keeps, in our own words, with the tests that hold it. The specification is
document 1 (images and NFTs), document 2 (chat), document 3 (news and the local test server) and the
decisions where they are silent or contradict each other; "doc 1, Models" names a section of document 1.
\`npm run conformance\` writes this file from the rules and the registered tests.
`;

const decisionsIntro = `# Decisions where the specification is silent or contradicts itself

Where document 1 (images and NFTs), document 2 (chat) and document 3 (news and the local test server) leave
a question open or answer it twice, Mintwright decides: accept what any documented client sends, answer with
a superset of every documented shape, and never charge for what was not delivered.
\`npm run conformance\` writes this file from the rules and the registered tests.
`;

/** Renders the list of all rules, by area, with a summary of what is built. */
export function renderConformance(rules: readonly Rule[], tests: readonly RegisteredTest[]): string {
  const names = testNamesByRule(tests);
  const sections = byArea(rules).map(([name, members]) => {
    const rows = members.map((rule) => [
      rule.id,
      rule.text,
      rule.source,
      rule.state,
      testCell(names.get(rule.id) ?? []),
    ]);
    return `## ${name}\n\n${table(["id", "rule", "source", "state", "tests"], rows)}`;
  });
  return [conformanceIntro, `## Summary\n\n${summary(rules, tests)}`, ...sections].join("\n");
}

/** Renders the decisions, by area, each with the rule it became and the test that holds it. */
export function renderDecisions(rules: readonly Rule[], tests: readonly RegisteredTest[]): string {
  const names = testNamesByRule(tests);
  const decisions = rules.filter((rule) => rule.question !== undefined);
  const sections = byArea(decisions).map(([name, members]) => {
    const rows = members.map((rule) => [
      rule.question ?? "",
      rule.text,
      rule.id,
      testCell(names.get(rule.id) ?? []) || "not built yet",
    ]);
    return `## ${name}\n\n${table(["question", "decision", "rule", "held by"], rows)}`;
  });
  return [decisionsIntro, ...sections].join("\n");
}

/** Counts the tests that name at least one of the rules. */
export function countTestsNaming(rules: readonly Rule[], tests: readonly RegisteredTest[]): number {
  const ids = new Set(rules.map((rule) => rule.id));
  return tests.filter((test) => ruleIdsIn(test.title).some((id) => ids.has(id))).length;
}

/** Counts the rules that are built. */
export function countBuilt(rules: readonly Rule[]): number {
  return rules.filter((rule) => rule.state === "built").length;
}

function summary(rules: readonly Rule[], tests: readonly RegisteredTest[]): string {
  const row = (name: string, members: readonly Rule[]) => {
    const built = countBuilt(members);
    return [name, built, members.length - built, countTestsNaming(members, tests)].map(String);
  };
  const rows = byArea(rules).map(([name, members]) => row(name, members));
  return table(["area", "built", "planned", "tests"], [...rows, row("all", rules)]);
}

function byArea(rules: readonly Rule[]): [string, Rule[]][] {
  return [...Map.groupBy(rules, (rule) => rule.area)];
}

function table(head: readonly string[], rows: readonly (readonly string[])[]): string {
  const line = (cells: readonly string[]) =>
    `| ${cells.map((cell) => cell.replaceAll("|", "\\|")).join(" | ")} |\n`;
  return [head, head.map(() => "---"), ...rows].map(line).join("");
}

// A title may hold "<": left as it is, Markdown would take what follows for an HTML tag and hide it.
function testCell(names: readonly string[]): string {
  return names.map((name) => name.replaceAll("<", "&lt;")).join("<br>");
}
