import { mkdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { type IsolationBounds, runIsolated, withFolder, writeSources } from "@mintwright/solidity-compiler";
import type { Slither, SlitherRequest } from "./slither.ts";

const command = [
  ".",
  "--compile-force-framework",
  "hardhat",
  "--hardhat-ignore-compile",
  "--hardhat-artifacts-directory",
  "artifacts",
  // Otherwise Slither runs Hardhat through npx to read the configuration.
  "--npx-disable",
  "--fail-none",
  "--disable-color",
  "--json",
  "-",
];

export function createSlither(executable: string, bounds: IsolationBounds): Slither {
  return {
    analyse: (request) =>
      withFolder("mintwright-slither-", async (folder) => {
        await writeBuildInfo(folder, request);
        const { checks, signal } = request;
        const outcome = await runIsolated(
          [executable, ...command, ...(checks ? ["--detect", checks.join(",")] : [])],
          bounds,
          // A fixed hash seed, so that the same code gives the same findings in the same order.
          { folder, env: { PYTHONHASHSEED: "0" }, signal },
        );
        if (outcome.status === "failed") return outcome;
        const { outputText, said, exit } = outcome;
        // Slither prints nothing if it fails to start. That must not count as a clean result.
        if (!outputText.startsWith('{"success": true')) {
          return { status: "failed", reason: explain(outputText, said) ?? `ended with ${exit}` };
        }
        return { status: "done", outputText };
      }),
  };
}

/** Writes the build files that Hardhat would leave after compiling. */
async function writeBuildInfo(folder: string, request: SlitherRequest): Promise<void> {
  const { solcVersion, solcLongVersion, input, outputText } = request;
  const head = { id: "audit", _format: "hh-sol-build-info-1", solcVersion, solcLongVersion, input };
  const buildInfo = join(folder, "artifacts", "build-info");
  await mkdir(buildInfo, { recursive: true });
  await writeFile(join(folder, "hardhat.config.js"), "");
  // solc's output is megabytes of JSON, so it is inserted as text, not parsed and serialised again.
  await writeFile(
    join(buildInfo, "audit.json"),
    `${JSON.stringify(head).slice(0, -1)},"output":${outputText}}`,
  );
  await writeSources(folder, input.sources);
}

function explain(outputText: string, said: string): string | undefined {
  const error = /"error": "((?:[^"\\]|\\.){1,200})/.exec(outputText)?.[1];
  const lastLine = said.trim().split("\n").at(-1);
  return (error ?? lastLine)?.slice(0, 200) || undefined;
}
