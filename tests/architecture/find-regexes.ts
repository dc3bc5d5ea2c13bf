import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import ts from "typescript";

/** A regular expression of the sources. */
export interface SourceRegex {
  file: string;
  line: number;
  source: string;
  flags: string;
}

/** Lists the files whose regular expressions meet text from outside: everything that is shipped. */
export function listSourceFiles(root: string): string[] {
  return globSync("{apps,packages}/**/*.{ts,tsx,js,mjs}", { cwd: root })
    .filter(
      (file) =>
        !/(^|\/)(node_modules|dist|\.astro|__fixtures__)\/|^apps\/server\/(dashboard|guide)\//.test(file),
    )
    .filter((file) => !/\.(test|conformance|d)\.tsx?$/.test(file))
    .sort();
}

/** Finds the regular expressions of a file. Where parts of one are made at run time, a letter stands for them. */
export function findRegexes(root: string, file: string): SourceRegex[] {
  const text = readFileSync(join(root, file), "utf8");
  const tree = ts.createSourceFile(file, text, ts.ScriptTarget.Latest, true);
  const found: SourceRegex[] = [];
  const add = (node: ts.Node, source: string, flags: string) =>
    found.push({ file, line: lineOf(tree, node.getStart()), source, flags });
  const visit = (node: ts.Node) => {
    if (ts.isRegularExpressionLiteral(node)) {
      const end = node.text.lastIndexOf("/");
      add(node, node.text.slice(1, end), node.text.slice(end + 1));
    }
    if ((ts.isNewExpression(node) || ts.isCallExpression(node)) && node.expression.getText() === "RegExp") {
      const [pattern, flags] = node.arguments ?? [];
      const source = pattern && readText(pattern);
      // What is made of another expression is checked where that one stands.
      if (source !== undefined) add(node, source, (flags && readText(flags)) ?? "");
    }
    ts.forEachChild(node, visit);
  };
  visit(tree);
  assertNoneMissed(text, tree, found);
  return found;
}

function lineOf(tree: ts.SourceFile, position: number): number {
  return tree.getLineAndCharacterOfPosition(position).line + 1;
}

function readText(node: ts.Expression): string | undefined {
  if (ts.isTaggedTemplateExpression(node)) return readTemplate(node.template, "rawText");
  if (ts.isStringLiteral(node)) return node.text;
  return ts.isTemplateLiteral(node) ? readTemplate(node, "text") : undefined;
}

function readTemplate(node: ts.TemplateLiteral, form: "text" | "rawText"): string {
  if (ts.isNoSubstitutionTemplateLiteral(node)) return node[form] ?? node.text;
  const spans = node.templateSpans.map(({ literal }) => `(?:x)${literal[form] ?? literal.text}`);
  return (node.head[form] ?? node.head.text) + spans.join("");
}

/** A slash as the first argument of these can only begin an expression: found without the compiler, as a cross-check. */
function assertNoneMissed(text: string, tree: ts.SourceFile, found: SourceRegex[]): void {
  const lines = new Set(found.map(({ line }) => line));
  for (const match of text.matchAll(
    /\.(?:replace|replaceAll|split|match|matchAll|search)\(\s*(?=\/[^/*])/g,
  )) {
    const line = lineOf(tree, match.index + match[0].length);
    if (!lines.has(line))
      throw new Error(`${tree.fileName}:${line} has a regular expression that was not seen`);
  }
}
