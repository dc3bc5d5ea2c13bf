import { execFile } from "node:child_process";
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";

const run = promisify(execFile);
const root = fileURLToPath(new URL("../../../", import.meta.url));
const findWorkspace = (name: string) => join(root, name === "server" ? "apps" : "packages", name);

/** A folder outside the repository in which a packed package is installed. */
export interface PackedInstall extends Disposable {
  folder: string;
  run(code: string): Promise<string>;
}

/** Packs a package and those of this repository that it depends on, and installs the tarballs in an empty folder. */
export async function installPacked(name: string, needed: readonly string[] = []): Promise<PackedInstall> {
  const temporary = mkdtempSync(join(tmpdir(), "mintwright-packed-"));
  const folder = join(temporary, "project");
  const tarballs = join(temporary, "tarballs");
  for (const path of [folder, tarballs]) mkdirSync(path);
  for (const each of [name, ...needed]) {
    await run("npm", ["pack", "--silent", "--pack-destination", tarballs], { cwd: findWorkspace(each) });
  }
  writeFileSync(join(folder, "package.json"), "{}");
  const files = readdirSync(tarballs).map((file) => join(tarballs, file));
  const options = ["--prefer-offline", "--no-audit", "--no-fund", "--loglevel=error"];
  await run("npm", ["install", ...options, ...files], { cwd: folder });
  return {
    folder,
    async run(code) {
      writeFileSync(join(folder, "example.mjs"), code);
      return (await run(process.execPath, ["example.mjs"], { cwd: folder })).stdout;
    },
    [Symbol.dispose]: () => rmSync(temporary, { recursive: true, force: true }),
  };
}

/** Reads the JavaScript examples of a package's README, in their order. */
export function readExamples(name: string): string[] {
  const text = readFileSync(join(findWorkspace(name), "README.md"), "utf8");
  return [...text.matchAll(/^```js\n([\s\S]*?)^```$/gm)].map(([, code = ""]) => code);
}

/** Runs the first example of a package's README in an empty folder and returns what it prints. */
export async function runPackedExample(name: string, needed: readonly string[] = []): Promise<string> {
  using installed = await installPacked(name, needed);
  return await installed.run(readExamples(name)[0] ?? "");
}
