import { execFile, spawn } from "node:child_process";
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { loadavg, tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { findFreePort } from "@mintwright/test-harness";
import { print, printFigure } from "./measure.ts";

// A new user: an empty folder, two commands and six lines of code, from the packages that npm would publish to an image
// on disk.

const run = promisify(execFile);
const root = fileURLToPath(new URL("../", import.meta.url));
const goalInSeconds = 120;
const folder = mkdtempSync(join(tmpdir(), "mintwright-first-image-"));
const packages = join(folder, "packages");
const project = join(folder, "project");
const port = await findFreePort();

const code = `import { writeFile } from "node:fs/promises";
import { Mintwright } from "@mintwright/sdk";

const mintwright = new Mintwright({ baseUrl: "http://localhost:${port}" });
const image = await mintwright.images.generate({ prompt: "a fox", model: "velogen", width: 512, height: 512 });
await writeFile("fox.jpg", image.bytes);
console.log("fox.jpg:", image.bytes.length, "bytes");
`;

mkdirSync(packages);
mkdirSync(project);
const workspaces = ["apps/server", "packages/api-contract", "packages/sdk"];
await run("npm", ["pack", "--pack-destination", packages, ...workspaces.flatMap((name) => ["-w", name])], {
  cwd: root,
});
const tarballs = readdirSync(packages).map((name) => join(packages, name));
print(`packed ${readdirSync(packages).join(", ")}`);

const startedAt = performance.now();
const elapsed = () => ((performance.now() - startedAt) / 1000).toFixed(1);
// The first command: npm install mintwright @mintwright/sdk.
await run("npm", ["install", "--no-audit", "--no-fund", ...tarballs], { cwd: project });
print(`${elapsed()} s  npm install`);

// The second command: npx mintwright sandbox.
const sandbox = spawn("npx", ["mintwright", "sandbox", "--port", String(port)], {
  cwd: project,
  detached: true,
  stdio: ["ignore", "pipe", "inherit"],
});
try {
  await new Promise<void>((resolve, reject) => {
    sandbox.stdout.once("data", () => resolve());
    sandbox.once("exit", (exitCode) => reject(new Error(`the sandbox ended with ${exitCode}`)));
  });
  print(`${elapsed()} s  npx mintwright sandbox`);
  writeFileSync(join(project, "fox.mjs"), code);
  const { stdout } = await run(process.execPath, ["fox.mjs"], { cwd: project });
  const isJpeg = readFileSync(join(project, "fox.jpg")).subarray(0, 2).toString("hex") === "ffd8";
  if (!isJpeg) throw new Error("fox.jpg is no image");
  const seconds = elapsed();
  const lines = code.split("\n").filter((line) => line !== "").length;
  print(`${seconds} s  ${stdout.trim()} (${lines} lines of code)`);
  print(`load of the machine ${loadavg()[0]?.toFixed(1)}`);
  printFigure("first-image seconds", Number(seconds), `<= ${goalInSeconds}`);
  if (Number(seconds) > goalInSeconds) process.exitCode = 1;
} finally {
  if (sandbox.pid) process.kill(-sandbox.pid, "SIGTERM");
  rmSync(folder, { recursive: true, force: true });
}
