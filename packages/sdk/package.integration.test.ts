import { execFileSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { gzipSync } from "node:zlib";
import { rolldown } from "rolldown";
import { expect, it } from "vitest";
import { writeContractSource } from "./contract-source.ts";

const folder = fileURLToPath(new URL(".", import.meta.url));
const maxGzippedBytes = 15_000;

it("what it knows of the API is what the contract says today", { timeout: 60_000 }, async () => {
  const formatted = execFileSync("npx", ["biome", "format", "--stdin-file-path=contract.ts"], {
    input: await writeContractSource(),
    encoding: "utf8",
  });
  expect(readFileSync(`${folder}src/contract.ts`, "utf8"), "run npm run sdk:contract").toBe(formatted);
});

it("depends on nothing and is small", async () => {
  const bundle = await rolldown({ input: `${folder}src/index.ts`, platform: "browser" });
  const { output } = await bundle.generate({ minify: true });
  await bundle.close();
  const [chunk] = output;
  const size = gzipSync(chunk.code).length;
  process.stderr.write(`\n[sdk] bundle: ${size} bytes gzipped (limit ${maxGzippedBytes})\n`);
  expect(output).toHaveLength(1);
  expect(chunk.imports).toEqual([]);
  expect(chunk.moduleIds.filter((id) => !id.startsWith(`${folder}src/`))).toEqual([]);
  expect(chunk.moduleIds.length).toBeGreaterThan(15);
  expect(size).toBeLessThan(maxGzippedBytes);
  expect(JSON.parse(readFileSync(`${folder}package.json`, "utf8")).dependencies).toBeUndefined();
});

it("packs into what every resolver understands, with a documented surface", { timeout: 120_000 }, () => {
  const out = mkdtempSync(join(tmpdir(), "mintwright-sdk-"));
  const run = (command: string, ...args: string[]) =>
    execFileSync("npx", ["--no-install", command, ...args], { cwd: folder, encoding: "utf8" });
  try {
    expect(run("publint", "--strict", ".")).toContain("All good!");
    execFileSync("npm", ["pack", "--silent", "--pack-destination", out], { cwd: folder });
    const tarball = join(out, "mintwright-sdk-0.1.0.tgz");
    // Exits with an error if it finds a problem.
    const resolutions = run("attw", tarball, "--profile", "esm-only", "--format", "ascii");
    expect(resolutions).toContain("node16 (from ESM): 🟢 (ESM)\nbundler: 🟢");
    // Fails on anything public that is not documented.
    run("typedoc", "--out", join(out, "docs"));
    expect(statSync(join(out, "docs", "README.md")).size).toBeGreaterThan(10_000);
  } finally {
    rmSync(out, { recursive: true });
  }
});
