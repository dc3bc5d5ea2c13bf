import { spawn } from "node:child_process";
import { canCutNetwork, withLimits, withoutNetwork } from "./limits.ts";

export interface IsolationBounds {
  timeoutInMs: number;
  memoryInMb: number;
  maxOutputBytes: number;
  /** Whether to run nothing if network access cannot be removed. Default: false. */
  requiresIsolation?: boolean;
}

/** `ended` says only that the program ended by itself, not that it succeeded. */
export type IsolatedOutcome =
  | { status: "ended"; exit: string; outputText: string; said: string }
  | { status: "failed"; reason: string };

export interface IsolatedRun {
  /** The working folder, which is also the program's home and place for temporary files. */
  folder: string;
  env?: Record<string, string>;
  signal: AbortSignal;
}

/** Runs a program without network, with limits, and without the environment of this process. */
export async function runIsolated(
  command: readonly string[],
  bounds: IsolationBounds,
  { folder, env, signal }: IsolatedRun,
): Promise<IsolatedOutcome> {
  signal.throwIfAborted();
  if (bounds.requiresIsolation && !(await canCutNetwork()))
    return {
      status: "failed",
      reason: "was not run, because its network access cannot be removed on this server",
    };
  const limits = {
    memoryInMb: bounds.memoryInMb,
    seconds: Math.ceil(bounds.timeoutInMs / 1000),
    fileInMb: 64,
  };
  const [file = "", ...given] = [...(await withoutNetwork()), ...withLimits(limits), ...command];
  const child = spawn(file, given, {
    cwd: folder,
    env: { PATH: "/usr/bin:/bin", HOME: folder, TMPDIR: folder, LC_ALL: "C.UTF-8", ...env },
    stdio: ["ignore", "pipe", "pipe"],
    detached: true,
  });
  const end = () => {
    // Kills the process group, so that no child of the program survives.
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
  if (reason) return { status: "failed", reason };
  return { status: "ended", exit, outputText: Buffer.concat(chunks).toString("utf8"), said };
}

function kill(group: number): void {
  try {
    process.kill(group, "SIGKILL");
  } catch {
    // The process has just exited.
  }
}
