import { chmod, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { z } from "zod";
import { type IsolationBounds, runIsolated } from "../sandbox/run-isolated.ts";
import { withFolder, writeSources } from "../sandbox/work-folder.ts";
import type { Compilation } from "../solidity-compiler.ts";

export interface ForgeRequest {
  /** Contracts and their tests, compiled with `generate`. Tests are functions named `test…` of files below `test/`. */
  compilation: Compilation;
  signal: AbortSignal;
}

export interface ForgeTest {
  file: string;
  contract: string;
  /** With its parameters: `test_withdraw()`. */
  name: string;
  passed: boolean;
  /** Why it failed. */
  reason: string | null;
}

/** Only `done` means that the tests were run. */
export type ForgeOutcome =
  | { status: "done"; tests: ForgeTest[] }
  | { status: "absent" }
  | { status: "failed"; reason: string };

export interface Forge {
  test(request: ForgeRequest): Promise<ForgeOutcome>;
}

/** Used if Foundry is not installed. */
export const absentForge: Forge = { test: async () => ({ status: "absent" }) };

/**
 * Runs tests in forge's EVM. The tests may be a model's, so forge runs without network (cheatcodes can call any URL),
 * without access to files or programs, and never where its network access cannot be removed.
 */
export function createForge(executable: string, bounds: Omit<IsolationBounds, "requiresIsolation">): Forge {
  return {
    test: ({ compilation, signal }) =>
      withFolder("mintwright-forge-", async (folder) => {
        await writeProject(folder, compilation);
        const outcome = await runIsolated(
          [executable, "test", "--json", "--allow-failure"],
          { ...bounds, requiresIsolation: true },
          { folder, env: { FOUNDRY_DISABLE_NIGHTLY_WARNING: "1" }, signal },
        );
        if (outcome.status === "failed") return outcome;
        const tests = readTests(outcome.outputText);
        if (tests) return { status: "done", tests };
        const said = outcome.said.trim().split("\n").at(-1)?.slice(0, 200);
        return { status: "failed", reason: said || `ended with ${outcome.exit}` };
      }),
  };
}

/** The code is compiled already, so forge gets a compiler that prints its output. */
async function writeProject(folder: string, { input, outputText, longVersion }: Compilation): Promise<void> {
  await writeSources(folder, input.sources);
  await writeFile(join(folder, "compiled.json"), outputText);
  await writeFile(join(folder, "solc"), printCompiled(longVersion));
  await chmod(join(folder, "solc"), 0o700);
  await writeFile(join(folder, "foundry.toml"), configure(input));
}

function printCompiled(longVersion: string): string {
  return `#!/bin/sh
case "$*" in
  *--version*) echo "solc, the solidity compiler"; echo "Version: ${longVersion}.Linux.g++" ;;
  *) cat > /dev/null; cat compiled.json ;;
esac
`;
}

function configure({ sources, settings }: Compilation["input"]): string {
  const folders = new Set(Object.keys(sources).map((name) => name.slice(0, name.indexOf("/") + 1)));
  const remappings = [
    ...(settings.remappings ?? []),
    ...[...folders].filter((name) => name.startsWith("@")).map((name) => `${name}=${name}`),
  ];
  return `[profile.default]
src = "."
test = "test"
libs = []
auto_detect_remappings = false
remappings = ${JSON.stringify(remappings)}
solc = "./solc"
evm_version = "${settings.evmVersion ?? "cancun"}"
offline = true
ffi = false
fs_permissions = []
gas_limit = 1000000000
memory_limit = 33554432
[fuzz]
runs = 64
seed = "0x1"
[invariant]
runs = 16
depth = 32
`;
}

const output = z.record(
  z.string(),
  z.object({
    test_results: z.record(z.string(), z.object({ status: z.string(), reason: z.string().nullish() })),
  }),
);

function readTests(text: string): ForgeTest[] | undefined {
  const suites = output.safeParse(parseJson(text)).data;
  if (!suites) return undefined;
  return Object.entries(suites).flatMap(([suite, { test_results }]) => {
    const [file = "", contract = ""] = suite.split(":");
    return Object.entries(test_results).map(([name, { status, reason }]) => ({
      file,
      contract,
      name,
      passed: status === "Success",
      reason: reason?.slice(0, 500) ?? null,
    }));
  });
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
