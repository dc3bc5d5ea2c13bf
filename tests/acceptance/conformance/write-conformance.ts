import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { parseArgs } from "node:util";
import { judge } from "./judge.ts";
import { listTests } from "./list-tests.ts";
import { countBuilt, countTestsNaming, renderConformance, renderDecisions } from "./render.ts";
import { rules } from "./rules/index.ts";

const root = join(import.meta.dirname, "..", "..", "..");
const { values: options } = parseArgs({ options: { check: { type: "boolean", default: false } } });

const tests = listTests(root);
const pages = new Map([
  ["docs/spec-conformance.md", renderConformance(rules, tests)],
  ["docs/spec-decisions.md", renderDecisions(rules, tests)],
]);

const complaints = judge(rules, tests);
if (options.check) complaints.push(...outdatedPages());

if (complaints.length > 0) {
  process.stderr.write(complaints.map((complaint) => `conformance: ${complaint}\n`).join(""));
  process.exitCode = 1;
} else if (!options.check) {
  writePages();
}

const built = countBuilt(rules);
const naming = countTestsNaming(rules, tests);
process.stdout.write(`conformance: ${built} of ${rules.length} rules built, ${naming} tests name a rule\n`);

function outdatedPages(): string[] {
  return [...pages]
    .filter(([path, text]) => {
      const file = join(root, path);
      return !existsSync(file) || readFileSync(file, "utf8") !== text;
    })
    .map(([path]) => `${path} is out of date; run npm run conformance`);
}

function writePages(): void {
  for (const [path, text] of pages) {
    const file = join(root, path);
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, text);
  }
}
