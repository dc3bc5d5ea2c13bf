import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";

const root = fileURLToPath(new URL("../", import.meta.url));

/** The built contracts by the files in which the server finds them. */
export const artifactFiles = {
  MintwrightCollection: new URL("../apps/server/artifacts/mintwright-collection.json", import.meta.url),
  MintwrightDrop: new URL("../apps/server/artifacts/mintwright-drop.json", import.meta.url),
};

/** Runs forge from the root of the checkout and returns what it printed. */
export function runForge(args: string[]): string {
  return execFileSync("npx", ["--no-install", "forge", ...args], {
    cwd: root,
    env: { ...process.env, FOUNDRY_CONFIG: "contracts/foundry.toml" },
    encoding: "utf8",
    stdio: ["ignore", "pipe", "pipe"],
    maxBuffer: 64 * 1024 * 1024,
  });
}

/** Returns a built contract as text: interface and bytecode, nothing that depends on the machine. Run `forge build` first. */
export function readArtifact(contractName: string): string {
  const output = new URL(`out/${contractName}.sol/${contractName}.json`, import.meta.url);
  const { abi, bytecode, metadata } = JSON.parse(readFileSync(output, "utf8"));
  const artifact = {
    contractName,
    compiler: metadata.compiler.version,
    evmVersion: metadata.settings.evmVersion,
    optimizerRuns: metadata.settings.optimizer.runs,
    abi,
    bytecode: bytecode.object,
  };
  return `${JSON.stringify(artifact, null, 2)}\n`;
}
