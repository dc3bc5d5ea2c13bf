import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { installPacked, type PackedInstall, readExamples } from "@mintwright/test-harness";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { render } from "./src/index.ts";

const folder = fileURLToPath(new URL(".", import.meta.url));
const [example = "", threads = ""] = readExamples("sketch");

describe("the packed package, installed in an empty folder", () => {
  let installed: PackedInstall;
  const read = (name: string) => readFileSync(join(installed.folder, name));
  const request = {
    prompt: "a fox wizard in a library",
    style: "watercolour",
    traits: [{ trait_type: "Hat", value: "Crown" }],
    seed: 7,
    width: 512,
    height: 512,
  };

  beforeAll(async () => {
    installed = await installPacked("sketch");
  }, 300_000);

  afterAll(() => installed?.[Symbol.dispose]());

  it("renders the example of the README, with the bytes that the sources give", async () => {
    await installed.run(example);
    const { png } = await render(request);
    expect(read("fox.png").equals(png)).toBe(true);
    const { svg } = await render({ ...request, format: "svg" });
    expect(read("fox.svg").toString()).toBe(svg);
  });

  it("renders in worker threads", async () => {
    const write = `import { writeFileSync } from "node:fs";\nwriteFileSync("thread.png", png);\n`;
    await installed.run(`const request = ${JSON.stringify(request)};\n${threads}${write}`);
    const { png } = await render(request);
    expect(read("thread.png").equals(png)).toBe(true);
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
