const maxFileCharacters = 60_000;

/** The files of a model's answer. */
export interface Draft {
  source?: string;
  tests?: string;
}

/** Finds the contract and the tests in a model's answer, fenced or not. The tests are the file with `test_r…` functions. */
export function extractFiles(answer: string): Draft {
  const text = answer.slice(0, 4 * maxFileCharacters);
  const fenced = Array.from(
    text.matchAll(/```(?:solidity|sol)?[ \t]*\r?\n([\s\S]*?)(?:```|$)/g),
    (match) => match[1] ?? "",
  );
  const draft: Draft = {};
  for (const block of fenced.length > 0 ? fenced : [text]) {
    const file = cleanFile(block);
    if (file === undefined || file.length > maxFileCharacters) continue;
    if (/\bfunction\s+test_r\d/.test(file)) draft.tests = file;
    else draft.source = file;
  }
  return draft;
}

function cleanFile(block: string): string | undefined {
  const start = block.search(
    /^[ \t]*(?:\/\/ SPDX|pragma solidity|import |(?:abstract )?contract |library |interface )/m,
  );
  if (start === -1) return undefined;
  const source = block.slice(start, block.lastIndexOf("}") + 1).trim();
  if (!/\bcontract\s+\w+/.test(source)) return undefined;
  return `${source.startsWith("// SPDX") ? "" : "// SPDX-License-Identifier: MIT\n"}${source}\n`;
}
