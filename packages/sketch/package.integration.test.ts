import { execFileSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { render } from "./src/index.ts";

const folder = fileURLToPath(new URL(".", import.meta.url));
const [example = "", threads = ""] = [
  ...readFileSync(`${folder}README.md`, "utf8").matchAll(/```js\n([\s\S]*?)```/g),
].map(([, code]) => code);

describe("the packed package, installed in an empty folder", () => {
  const project = mkdtempSync(join(tmpdir(), "mintwright-sketch-"));
  const request = {
    prompt: "a fox wizard in a library",
    style: "watercolour",
    traits: [{ trait_type: "Hat", value: "Crown" }],
    seed: 7,
    width: 512,
    height: 512,
  };

  beforeAll(() => {
    execFileSync("npm", ["pack", "--silent", "--pack-destination", project], { cwd: folder });
    writeFileSync(join(project, "package.json"), '{ "private": true }');
    const options = ["--no-audit", "--no-fund", "--prefer-offline", "--silent"];
    execFileSync("npm", ["install", ...options, "./mintwright-sketch-0.1.0.tgz"], { cwd: project });
  }, 300_000);

  afterAll(() => rmSync(project, { recursive: true }));

  function runInProject(code: string): void {
    writeFileSync(join(project, "example.mjs"), code);
    execFileSync(process.execPath, ["example.mjs"], { cwd: project });
  }

  it("renders the example of the README, with the bytes that the sources give", async () => {
    runInProject(example);
    const { png } = await render(request);
    expect(readFileSync(join(project, "fox.png")).equals(png)).toBe(true);
    const { svg } = await render({ ...request, format: "svg" });
    expect(readFileSync(join(project, "fox.svg"), "utf8")).toBe(svg);
  });

  it("renders in worker threads", async () => {
    const write = `import { writeFileSync } from "node:fs";\nwriteFileSync("thread.png", png);\n`;
    runInProject(`const request = ${JSON.stringify(request)};\n${threads}${write}`);
    const { png } = await render(request);
    expect(readFileSync(join(project, "thread.png")).equals(png)).toBe(true);
  });

  it("has its word lists and no sources or tests", () => {
    const files = execFileSync("npm", ["pack", "--dry-run", "--json"], { cwd: folder, encoding: "utf8" });
    const [{ files: packed }] = JSON.parse(files) as [{ files: { path: string }[] }];
    const paths = packed.map(({ path }) => path);
    expect(paths).toContain("dist/lexicon/words/nouns.json");
    expect(
      paths.filter((path) => !/^(dist\/.+\.(js|d\.ts|json)|LICENSE|README\.md|package\.json)$/.test(path)),
    ).toEqual([]);
    expect(paths.filter((path) => path.includes(".test."))).toEqual([]);
  });
});
