import { spawnSync } from "node:child_process";
import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { findTool } from "@mintwright/test-harness";
import { describe, expect, it } from "vitest";

const root = fileURLToPath(new URL("../..", import.meta.url));
const workflows = globSync(".github/workflows/*.yml", { cwd: root });
const read = (path: string) => readFileSync(join(root, path), "utf8");

const actionlint = findTool({ variable: "ACTIONLINT", purpose: "The syntax of the workflows" });

describe.skipIf(!actionlint)("the workflows", () => {
  const lint = (input: string) =>
    spawnSync(actionlint ?? "", ["-no-color", "-"], { cwd: root, input, encoding: "utf8" }).stdout;

  it("are valid", () => {
    expect(workflows.length).toBeGreaterThan(1);
    expect(workflows.map((path) => lint(read(path))).join("")).toBe("");
  });

  it("would not pass with a mistake", () => {
    const broken = read(".github/workflows/release.yml").replace(
      "needs.check.outputs.version",
      "needs.check.outputs.versoin",
    );
    expect(lint(broken)).toContain("versoin");
  });
});

it("publishes every published package, the server last", () => {
  const [, packages = ""] =
    /for folder in packages\/\{([\w,.-]+)\} apps\/server;/.exec(read(".github/workflows/release.yml")) ?? [];
  const published = globSync("packages/*/package.json", { cwd: root })
    .filter((path) => !JSON.parse(read(path)).private)
    .map((path) => path.split("/")[1]);
  expect(packages.split(",").toSorted()).toEqual(published.toSorted());
});

it("gives workflows no more than read access by default, and pins every action", () => {
  for (const path of workflows) {
    expect([path, /^permissions:\n {2}contents: read\n\n/m.test(read(path))]).toEqual([path, true]);
    const actions = [...read(path).matchAll(/uses: (\S+)/g)].map(([, action]) => action ?? "");
    const loose = actions.filter(
      (action) => !action.startsWith("./") && !/@(?:v\d+(?:\.\d+)*|[0-9a-f]{40})$/.test(action),
    );
    expect([path, loose]).toEqual([path, []]);
  }
});
