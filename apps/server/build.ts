import { existsSync } from "node:fs";
import { cp, mkdir, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { findPackageJSON } from "node:module";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { rolldown } from "rolldown";
import { isolatedDeclaration } from "rolldown/experimental";

// One bundle instead of 3,000 files: a process starts in a third of the time, and an installation needs few packages.

const at = (path: string) => fileURLToPath(new URL(path, import.meta.url));
const { dependencies } = JSON.parse(await readFile(at("package.json"), "utf8"));
// It is installed for its types: the declarations of `mintwright/testing` name them.
delete dependencies["@mintwright/api-contract"];

/** Beside the commands, every file that runs in a thread or a process of its own. */
const entries = [
  "src/start/cli.ts",
  "src/start/prepare-embedded-database.ts",
  "src/start/testing.ts",
  "src/engines/classifier/nsfw-worker.ts",
  "src/engines/upscale/upscale-worker.ts",
  "src/features/project-sites/documents/document-worker.ts",
  "src/features/project-sites/documents/memory-watch-worker.ts",
  "../../packages/sketch/src/render-worker.ts",
  "../../packages/solidity-audit/src/audit-worker.ts",
  "../../packages/solidity-compiler/src/solc-worker.ts",
];

/** Files that TensorFlow and its models read at run time. */
const modelFiles = [
  ...["", "-simd", "-threaded-simd"].map(
    (kind) => `@tensorflow/tfjs-backend-wasm/dist/tfjs-backend-wasm${kind}.wasm`,
  ),
];

/** Bundles the code and returns the files that went into it. */
async function bundle(): Promise<string[]> {
  const bundled = await rolldown({
    input: entries.map(at),
    platform: "node",
    resolve: { conditionNames: ["@mintwright/source", "node", "default"] },
    external: [...Object.keys(dependencies), "pg-native"].map((name) => new RegExp(`^${name}(/|$)`)),
    // TensorFlow's WebAssembly loader is a script for CommonJS.
    transform: { define: { __dirname: "import.meta.dirname" } },
    onLog: (level, log, handle) => handle(level === "warn" ? "error" : level, log),
  });
  // Flat, because a module finds its worker's file beside its own.
  const { output } = await bundled.write({ dir: at("dist"), chunkFileNames: "[name]-[hash].js" });
  return output.flatMap((file) => (file.type === "chunk" ? file.moduleIds : []));
}

/** The bundle contains the code of other packages, whose licences ask for their text to be passed on. */
async function writeLicences(modules: readonly string[]): Promise<void> {
  const isOthers = (id: string) => id.includes("/node_modules/") && !id.startsWith("\0");
  const folders = new Set(modules.filter(isOthers).map(findPackageFolder));
  // A package that was itself bundled has folders of others inside, without their package.json.
  const packages = [...folders].filter((folder) => existsSync(join(folder, "package.json"))).sort();
  const notices = await Promise.all(packages.map(readNotice));
  await writeFile(at("dist/third-party-licences.txt"), notices.join(`\n${"-".repeat(80)}\n\n`));
}

function findPackageFolder(module: string): string {
  const [path, name] = /^.*\/node_modules\/((?:@[^/]+\/)?[^/]+)/.exec(module) ?? [];
  if (!path || !name) throw new Error(`${module} belongs to no package`);
  return path;
}

async function readNotice(folder: string): Promise<string> {
  const { name, version, license } = JSON.parse(await readFile(join(folder, "package.json"), "utf8"));
  const file = (await readdir(folder)).find((entry) => /^licen[cs]e/i.test(entry));
  const text = file ? await readFile(join(folder, file), "utf8") : "Its package contains no licence text.";
  return `${name} ${version} (${license})\n\n${text.trim()}\n`;
}

async function writeDeclarations(): Promise<void> {
  for (const name of ["testing", "sandbox"]) {
    const source = await readFile(at(`src/start/${name}.ts`), "utf8");
    const { code } = await isolatedDeclaration(`${name}.ts`, source, {});
    await writeFile(at(`dist/${name}.d.ts`), code);
  }
}

function findInPackage(path: string): string {
  const name = path.split("/", 2).join("/");
  return join(dirname(findPackageJSON(name, import.meta.url) ?? ""), path.slice(name.length));
}

async function copyModelFiles(): Promise<void> {
  await rm(at("artifacts/models"), { recursive: true, force: true });
  for (const path of modelFiles) {
    const copy = at(`artifacts/models/${path}`);
    await mkdir(dirname(copy), { recursive: true });
    await cp(findInPackage(path), copy, { recursive: true });
  }
}

/** The reference and the sandbox page use the dashboard's fonts. */
async function copyFonts(): Promise<void> {
  await mkdir(at("artifacts/fonts"), { recursive: true });
  for (const name of ["geist", "geist-mono"]) {
    const file = `@fontsource-variable/${name}/files/${name}-latin-wght-normal.woff2`;
    await cp(findInPackage(file), at(`artifacts/fonts/${name}.woff2`));
  }
}

await rm(at("dist"), { recursive: true, force: true });
const modules = await bundle();
await Promise.all([writeLicences(modules), writeDeclarations(), copyModelFiles(), copyFonts()]);
await import(at("dist/prepare-embedded-database.js"));
