import { globSync, readFileSync } from "node:fs";
import { expect, it } from "vitest";
import { listSources, root, type Source } from "../../apps/guide/sources.ts";

const tests = globSync("{tests,faults}/**/*.ts", {
  cwd: root,
  exclude: (path) => path.includes("node_modules") || path.includes("shell-blocks.test"),
}).map((path) => readFileSync(`${root}${path}`, "utf8"));

/** Lists the shell blocks of a page. One that no test can run names what it needs. */
function listShellBlocks({ path, text }: Source): { path: string; need: string | undefined }[] {
  return [...text.matchAll(/^ *```(?:sh|bash|shell|console)\b(.*)$/gm)].map(([, meta = ""]) => ({
    path,
    need: /^ needs="([^"]+)"$/.exec(meta)?.[1],
  }));
}

// The test of runbooks reads all of them.
const isRun = (path: string) =>
  path.startsWith("docs/runbooks/") || tests.some((test) => test.includes(`"${path}"`));

it("every shell block of the site is run by a test, or says what it needs", () => {
  const blocks = listSources().flatMap(listShellBlocks);
  const needs = Map.groupBy(
    blocks.filter(({ need }) => need !== undefined),
    ({ need }) => String(need),
  );
  const counts = [...needs].map(([need, each]) => `${need} ${each.length}`).sort();
  const marked = blocks.filter(({ need }) => need !== undefined).length;
  process.stderr.write(
    `\n[docs] ${blocks.length} shell blocks, ${marked} are not run because of what they need: ${counts.join(", ")}\n`,
  );
  expect(blocks.length).toBeGreaterThan(100);
  const forgotten = blocks.filter(({ path, need }) => need === undefined && !isRun(path));
  expect(forgotten.map(({ path }) => path)).toEqual([]);
});
