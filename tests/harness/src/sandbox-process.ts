import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { createInterface } from "node:readline";
import { mintwrightCommand } from "./command.ts";

/** A `mintwright sandbox` process. */
export interface SandboxProcess {
  baseUrl: string;
  child: ChildProcess;
  /** Its output. */
  printed: string[];
  /** The time until it printed that it is ready. */
  startedInMs: number;
  /** Sends SIGTERM and returns the exit code. */
  stop(): Promise<number | null>;
}

const startTimeoutInMs = 120_000;

/** Starts the sandbox like a user would, with an empty environment, and waits until it is ready. */
export async function startSandboxProcess(args: string[] = []): Promise<SandboxProcess> {
  const begunAt = performance.now();
  const child = spawn(
    process.execPath,
    [mintwrightCommand, "sandbox", "--port", "0", "--host", "127.0.0.1", ...args],
    { env: { PATH: process.env.PATH ?? "" }, stdio: ["ignore", "pipe", "pipe"] },
  );
  const printed: string[] = [];
  const errors: string[] = [];
  const exited = once(child, "exit") as Promise<[number | null]>;
  createInterface({ input: child.stderr }).on("line", (line) => errors.push(line));
  const baseUrl = await new Promise<string>((resolve, reject) => {
    const deadline = setTimeout(() => child.kill("SIGKILL"), startTimeoutInMs);
    createInterface({ input: child.stdout }).on("line", (line) => {
      printed.push(line);
      const address = /^ *page +(http:\S+)/.exec(line)?.[1];
      if (!address) return;
      clearTimeout(deadline);
      resolve(address);
    });
    exited.then(
      ([code]) => reject(new Error(`the sandbox ended with ${code}:\n${errors.join("\n")}`)),
      reject,
    );
  });
  return {
    baseUrl,
    child,
    printed,
    startedInMs: performance.now() - begunAt,
    async stop() {
      if (child.exitCode === null && child.signalCode === null) child.kill("SIGTERM");
      const [code] = await exited;
      return code;
    },
  };
}
