import { spawn } from "node:child_process";
import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join, resolve, sep } from "node:path";
import { canCutNetwork, withLimits, withoutNetwork } from "./sandbox.ts";
import type { Slither, SlitherBounds, SlitherOutcome, SlitherRequest } from "./slither.ts";

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

export function createSlither(executable: string, bounds: SlitherBounds): Slither {
  return {
    async analyse(request) {
      if (bounds.requiresIsolation && !(await canCutNetwork()))
        return {
          status: "failed",
          reason: "was not run, because its network access cannot be removed on this server",
        };
      const folder = await mkdtemp(join(tmpdir(), "mintwright-slither-"));
      try {
        await writeBuildInfo(folder, request);
        return await runSlither(executable, folder, bounds, request);
      } finally {
        await rm(folder, { recursive: true, force: true });
      }
    },
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
  for (const [name, { content }] of Object.entries(input.sources)) {
    const path = resolve(folder, name);
    if (!path.startsWith(folder + sep)) throw new Error(`${JSON.stringify(name)} is outside the folder`);
    await mkdir(dirname(path), { recursive: true });
    await writeFile(path, content);
  }
}

async function runSlither(
  executable: string,
  folder: string,
  bounds: SlitherBounds,
  { checks, signal }: SlitherRequest,
): Promise<SlitherOutcome> {
  signal.throwIfAborted();
  const limits = {
    memoryInMb: bounds.memoryInMb,
    seconds: Math.ceil(bounds.timeoutInMs / 1000),
    fileInMb: 64,
  };
  const [file = "", ...given] = [
    ...(await withoutNetwork()),
    ...withLimits(limits),
    executable,
    ...command,
    ...(checks ? ["--detect", checks.join(",")] : []),
  ];
  const child = spawn(file, given, {
    cwd: folder,
    // The environment is not inherited, so that the same code gives the same findings in the same order.
    env: { PATH: "/usr/bin:/bin", HOME: folder, TMPDIR: folder, PYTHONHASHSEED: "0", LC_ALL: "C.UTF-8" },
    stdio: ["ignore", "pipe", "pipe"],
    detached: true,
  });
  const end = () => {
    // Kills the process group, so that no child of Slither survives.
    if (child.pid !== undefined && child.exitCode === null && child.signalCode === null) kill(-child.pid);
  };
  let reason: string | undefined;
  const stop = (why: string) => {
    reason ??= why;
    end();
  };
  const timer = setTimeout(
    () => stop(`took more than ${bounds.timeoutInMs / 1000} seconds`),
    bounds.timeoutInMs,
  );
  signal.addEventListener("abort", end, { once: true });
  const chunks: Buffer[] = [];
  let bytes = 0;
  let said = "";
  child.stdout.on("data", (chunk: Buffer) => {
    bytes += chunk.length;
    if (bytes > bounds.maxOutputBytes) stop("exceeded its output limit");
    else chunks.push(chunk);
  });
  child.stderr.on("data", (chunk: Buffer) => {
    said = (said + chunk.toString("utf8")).slice(-2_000);
  });
  const exit = await new Promise<string>((settle) => {
    child.once("error", (error) => settle(error.message));
    child.once("close", (code, signalName) => settle(signalName ?? `exit ${code}`));
  });
  clearTimeout(timer);
  signal.removeEventListener("abort", end);
  signal.throwIfAborted();
  const outputText = Buffer.concat(chunks).toString("utf8");
  if (reason) return { status: "failed", reason };
  // Slither prints nothing if it fails to start. That must not count as a clean result.
  if (!outputText.startsWith('{"success": true')) {
    return { status: "failed", reason: explain(outputText, said) ?? `ended with ${exit}` };
  }
  return { status: "done", outputText };
}

function explain(outputText: string, said: string): string | undefined {
  const error = /"error": "((?:[^"\\]|\\.){1,200})/.exec(outputText)?.[1];
  const lastLine = said.trim().split("\n").at(-1);
  return (error ?? lastLine)?.slice(0, 200) || undefined;
}

function kill(group: number): void {
  try {
    process.kill(group, "SIGKILL");
  } catch {
    // The process has just exited.
  }
}
