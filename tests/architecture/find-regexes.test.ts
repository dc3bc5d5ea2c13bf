import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, expect, it } from "vitest";
import { findRegexes } from "./find-regexes.ts";

const folder = mkdtempSync(join(tmpdir(), "mintwright-regexes-"));

afterAll(() => rmSync(folder, { recursive: true }));

function find(text: string) {
  writeFileSync(join(folder, "planted.tsx"), text);
  return findRegexes(folder, "planted.tsx").map(({ line, source, flags }) => [line, source, flags]);
}

it("sees expressions in every form in which they are written", () => {
  const planted = [
    "const a = /[/]x+$/gi;",
    'const b = new RegExp("\\\\s+$", "u");',
    `const c = RegExp(\`^\${a.source}\\\\d*$\`);`,
    `const d = new RegExp(String.raw\`\\b\${b}+\`, 'i');`,
    'const e = <p title="/no/">{"x".split(/,/)}</p>;',
    'const f = "/no/"; // /no/',
    "const g = 4 / 2 / 1;",
  ];
  expect(find(planted.join("\n"))).toEqual([
    [1, "[/]x+$", "gi"],
    [2, "\\s+$", "u"],
    [3, "^(?:x)\\d*$", ""],
    [4, "\\b(?:x)+", "i"],
    [5, ",", ""],
  ]);
});

it("says so when one was not seen", () => {
  expect(() => find('const text = ".replaceAll(/x+$/g, 1)";')).toThrow(
    "planted.tsx:1 has a regular expression",
  );
});
