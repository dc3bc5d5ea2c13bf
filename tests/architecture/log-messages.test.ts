import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import ts from "typescript";
import { expect, it } from "vitest";

const root = fileURLToPath(new URL("../../", import.meta.url));
const levels = ["debug", "info", "warn", "error", "fatal"];

interface LogCall {
  place: string;
  /** Undefined when it is not a plain string. */
  message: string | undefined;
}

function findLogCalls(file: string, text: string): LogCall[] {
  const tree = ts.createSourceFile(file, text, ts.ScriptTarget.Latest, true);
  const calls: LogCall[] = [];
  const visit = (node: ts.Node) => {
    if (
      ts.isCallExpression(node) &&
      ts.isPropertyAccessExpression(node.expression) &&
      levels.includes(node.expression.name.text) &&
      /\blog(ger)?\??$/i.test(node.expression.expression.getText())
    ) {
      const last = node.arguments.at(-1);
      const line = tree.getLineAndCharacterOfPosition(node.getStart()).line + 1;
      calls.push({
        place: `${file}:${line}`,
        message: last && ts.isStringLiteral(last) ? last.text : undefined,
      });
    }
    ts.forEachChild(node, visit);
  };
  visit(tree);
  return calls;
}

const calls = globSync("apps/server/src/**/*.ts", { cwd: root })
  .filter((file) => !file.endsWith(".test.ts"))
  .flatMap((file) => findLogCalls(file, readFileSync(join(root, file), "utf8")));

it("every log message is a plain string, so that it can be searched and counted", () => {
  expect(calls.length).toBeGreaterThan(50);
  expect(calls.filter(({ message }) => message === undefined)).toEqual([]);
});

it("would notice a message that is built", () => {
  const template = ["logger.warn({ error }, `job $", "{name} failed`);"].join("");
  const built = `${template} this.#logger.error('a' + b); log.info({ a }, 'fine');`;
  expect(findLogCalls("x.ts", built).map(({ message }) => message)).toEqual([undefined, undefined, "fine"]);
});

it("operations.md lists only messages that exist", () => {
  const text = readFileSync(join(root, "docs/operations.md"), "utf8");
  const section = text.split("### Log messages")[1]?.split("\n## ")[0] ?? "";
  const rows = section.split("\n").filter((line) => line.startsWith("| `"));
  const listed = rows.flatMap((row) =>
    [...(row.split(" | ")[0] ?? "").matchAll(/`([^`]+)`/g)].map(([, m]) => m),
  );
  expect(listed.length).toBeGreaterThan(10);
  const messages = new Set(calls.map(({ message }) => message));
  expect(listed.filter((message) => !messages.has(message))).toEqual([]);
});
