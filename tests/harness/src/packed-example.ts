import { execFile } from "node:child_process";
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";

const run = promisify(execFile);
const packages = fileURLToPath(new URL("../../../packages/", import.meta.url));

/**
 * Packs a package and those of this repository that it depends on, installs the tarballs in an empty folder, runs the
 * first example of the package's README there and returns what it prints.
 */
export async function runPackedExample(name: string, needed: readonly string[] = []): Promise<string> {
  const [, example = ""] =
    /^```js\n([\s\S]*?)^```$/m.exec(readFileSync(join(packages, name, "README.md"), "utf8")) ?? [];
  const folder = mkdtempSync(join(tmpdir(), "mintwright-packed-"));
  try {
    const project = join(folder, "project");
    const tarballs = join(folder, "tarballs");
    for (const path of [project, tarballs]) mkdirSync(path);
    for (const each of [name, ...needed]) {
      await run("npm", ["pack", "--silent", "--pack-destination", tarballs], { cwd: join(packages, each) });
    }
    writeFileSync(join(project, "package.json"), "{}");
    const files = readdirSync(tarballs).map((file) => join(tarballs, file));
    await run(
      "npm",
      ["install", "--prefer-offline", "--no-audit", "--no-fund", "--loglevel=error", ...files],
      {
        cwd: project,
      },
    );
    writeFileSync(join(project, "example.mjs"), example);
    const { stdout } = await run(process.execPath, ["example.mjs"], { cwd: project });
    return stdout;
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
