import { existsSync, globSync, readFileSync, statSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import GithubSlugger from "github-slugger";
import { expect, it } from "vitest";

const root = fileURLToPath(new URL("../../", import.meta.url));
const documents = globSync("{*.md,docs/**/*.md,examples/**/*.md,packages/*/README.md}", {
  cwd: root,
  exclude: (path) => path.includes("node_modules") || path.startsWith("docs/sdk"),
});

const withoutCode = (text: string) => text.replaceAll(/^```[^\n]*\n[\s\S]*?^```$/gm, "");

function listAnchors(text: string): Set<string> {
  const slugger = new GithubSlugger();
  const headings = [...withoutCode(text).matchAll(/^#{1,6} (.+)$/gm)].map(([, title = ""]) =>
    slugger.slug(title.replaceAll(/\[([^\]]*)\]\([^)]*\)/g, "$1").replaceAll(/[`*]/g, "")),
  );
  const named = [...text.matchAll(/<a id="([^"]+)"/g)].map(([, id = ""]) => id);
  return new Set([...headings, ...named]);
}

function listLinks(text: string): string[] {
  return [...withoutCode(text).matchAll(/\]\(([^()\s]+)\)/g)].map(([, target = ""]) => target);
}

/** Returns what is wrong with a link between two files of the repository. */
function findFault(from: string, target: string): string | undefined {
  if (/^[a-z]+:/.test(target)) return undefined;
  const [path = "", anchor] = target.split("#", 2);
  const file = path ? join(dirname(from), path) : from;
  if (!existsSync(join(root, file))) return `${from}: ${target} does not exist`;
  if (anchor === undefined || statSync(join(root, file)).isDirectory()) return undefined;
  const anchors = listAnchors(readFileSync(join(root, file), "utf8"));
  return anchors.has(anchor) ? undefined : `${from}: ${target} has no such heading`;
}

it("every link and anchor between the documents leads somewhere", () => {
  const links = documents.flatMap((from) =>
    listLinks(readFileSync(join(root, from), "utf8")).map((target) => ({ from, target })),
  );
  expect(links.length).toBeGreaterThan(250);
  expect(links.map(({ from, target }) => findFault(from, target)).filter(Boolean)).toEqual([]);
});

it("would notice a missing file and a missing heading", () => {
  expect(findFault("README.md", "docs/missing.md")).toMatch("does not exist");
  expect(findFault("README.md", "docs/glossary.md#missing")).toMatch("no such heading");
  expect(findFault("README.md", "docs/glossary.md#background-work")).toBeUndefined();
});
