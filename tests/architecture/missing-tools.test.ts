import { globSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { expect, it } from "vitest";

const root = fileURLToPath(new URL("../../", import.meta.url));
const files = globSync("{apps,packages,contracts,tests,bench,faults}/**/*.test.ts", {
  cwd: root,
  exclude: (path) => path.includes("node_modules") || import.meta.filename.endsWith(path),
}).map((path) => ({ path, text: readFileSync(`${root}${path}`, "utf8") }));

const variables = files.flatMap(({ text }) =>
  [...text.matchAll(/findTool\(\{ variable: "(\w+)"/g)].map(([, variable]) => String(variable)),
);

/** Lines that pass without testing anything when a tool is missing, instead of being skipped and counted. */
function findHiddenSkips(text: string): string[] {
  const tools = [...text.matchAll(/const (\w+) = findTool\(/g)].map(([, name]) => name);
  const branches = tools.map((name) => `if \\(!?${name}\\)`);
  const hidden = new RegExp([...branches, `process\\.env\\.(${variables.join("|")})\\b`].join("|"));
  return text.split("\n").filter((line) => hidden.test(line));
}

it("a test that needs a tool is skipped without it, and never returns early", () => {
  expect(new Set(variables).size).toBeGreaterThan(6);
  expect(files.flatMap(({ path, text }) => findHiddenSkips(text).map((line) => `${path}: ${line}`))).toEqual(
    [],
  );
});

it("would notice an early return, and a tool that is looked up elsewhere", () => {
  const early =
    'const browser = findTool({ variable: "CHROMIUM" });\nit("x", () => {\n  if (!browser) return;\n});';
  expect(findHiddenSkips(early)).toEqual(["  if (!browser) return;"]);
  const ownLookup = `const path = process${"."}env.SLITHER;`;
  expect(findHiddenSkips(ownLookup)).toEqual([ownLookup]);
});
