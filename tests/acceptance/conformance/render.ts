import { type RegisteredTest, ruleIdsIn, testFilesByRule } from "./registered-test.ts";
import type { Rule } from "./rule.ts";

const conformanceIntro = `# Conformance with the specification

Every rule that Mintwright keeps, by operation, with the test files that hold it: a test carries the ids of its
rules in its title. The specification is document 1 (images and NFTs), document 2 (chat), document 3 (news and the
local test server) and the [decisions](spec-decisions.md) where they are silent or contradict each other; "doc 1, Models"
names a section of document 1.
\`npm run conformance\` writes this file from the rules and the registered tests.
`;

const decisionsIntro = `# Decisions where the specification is silent or contradicts itself

Where document 1 (images and NFTs), document 2 (chat) and document 3 (news and the local test server) leave
a question open or answer it twice, Mintwright decides: accept what any documented client sends, answer with
a superset of every documented shape, and never charge for what was not delivered.
\`npm run conformance\` writes this file from the rules and the registered tests.
`;

// Areas that describe one operation together; any other area is a group of its own.
const operationByArea: Record<string, string> = {
  Credits: "GET /credits/balance",
  Images: "POST /nft/generate-image",
  "Style and traits": "POST /nft/generate-image",
  "Reference image": "POST /nft/generate-image",
  "Several images": "POST /nft/generate-multiple-images",
  Collections: "POST /nft/generate-nft-queue",
  Progress: "GET /nft/progress/{collectionId}",
  "Collection extensions": "/nft/collections",
  "Mint metadata": "POST /nft/mint-nft",
  "Prompt enhancement": "POST /nft/enhancePrompt",
  Chains: "GET /nft/get-chains",
  "Contract interface": "GET /nft/abi",
  Chat: "POST /chat/stream",
  "Custom context": "POST /chat/stream",
  "Contract generator": "POST /chat/stream",
  "Contract auditor": "POST /chat/stream",
  "Chat history": "/chat/chatHistory",
  News: "GET /news",
  "News filters": "GET /news",
};
const everywhere = new Set(["Errors", "HTTP", "Charging", "Idempotency", "Rate limit", "Keys"]);

function operationOf({ area }: Rule): string {
  return operationByArea[area] ?? (everywhere.has(area) ? `Every operation: ${area.toLowerCase()}` : area);
}

/** Renders the list of all rules by operation, one line a rule. */
export function renderConformance(rules: readonly Rule[], tests: readonly RegisteredTest[]): string {
  const files = testFilesByRule(tests);
  const sections = [...Map.groupBy(rules, operationOf)].map(([operation, members]) => {
    const lines = members.map((rule) => {
      const held = rule.state === "built" ? `\`${(files.get(rule.id) ?? []).join("`, `")}\`` : "planned";
      return `- **${rule.id}** ${rule.text} (${rule.source}) ${held}\n`;
    });
    return `## ${operation}\n\n${lines.join("")}`;
  });
  const summary = `${countBuilt(rules)} of ${rules.length} rules are built; ${countTestsNaming(rules, tests)} tests name one.\n`;
  return [conformanceIntro, summary, ...sections].join("\n");
}

/** Renders the decisions, by area, each with the rule it became and the test that holds it. */
export function renderDecisions(rules: readonly Rule[], tests: readonly RegisteredTest[]): string {
  const files = testFilesByRule(tests);
  const decisions = rules.filter((rule) => rule.question !== undefined);
  const sections = byArea(decisions).map(([name, members]) => {
    const rows = members.map((rule) => [
      rule.question ?? "",
      rule.text,
      rule.id,
      (files.get(rule.id) ?? []).join("<br>") || "not built yet",
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

function byArea(rules: readonly Rule[]): [string, Rule[]][] {
  return [...Map.groupBy(rules, (rule) => rule.area)];
}

function table(head: readonly string[], rows: readonly (readonly string[])[]): string {
  const line = (cells: readonly string[]) =>
    `| ${cells.map((cell) => cell.replaceAll("|", "\\|")).join(" | ")} |\n`;
  return [head, head.map(() => "---"), ...rows].map(line).join("");
}
