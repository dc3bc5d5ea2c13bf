import { spawn } from "node:child_process";
import { once } from "node:events";
import { text } from "node:stream/consumers";
import { mintwrightCommand } from "@mintwright/test-harness";

/** How an attempt to start a process ended. */
export interface AttemptedStart {
  /** Its exit code, or null when it still ran after the patience was used up and had to be killed. */
  exitCode: number | null;
  stderr: string;
}

/** Two attempts must fit into the timeout of one test. */
const patienceInMs = 25_000;

/** Starts a process that should refuse to start, and gives it time to say so and end. */
export async function attemptStart(
  role: "api" | "worker",
  environment: Record<string, string>,
): Promise<AttemptedStart> {
  const child = spawn(process.execPath, [mintwrightCommand, role], {
    env: { PATH: process.env.PATH ?? "", HOST: "127.0.0.1", PORT: "0", METRICS_PORT: "0", ...environment },
    stdio: ["ignore", "ignore", "pipe"],
  });
  const impatience = setTimeout(() => child.kill("SIGKILL"), patienceInMs);
  const [stderr, [exitCode]] = await Promise.all([text(child.stderr), once(child, "exit")]);
  clearTimeout(impatience);
  return { exitCode, stderr };
}
