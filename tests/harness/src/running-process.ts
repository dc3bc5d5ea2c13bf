import { type ChildProcess, spawn } from "node:child_process";
import { randomInt } from "node:crypto";
import { once } from "node:events";
import { mkdirSync, rmSync, statSync, writeFileSync } from "node:fs";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { mintwrightCommand } from "./command.ts";
import { routeProcess } from "./process-route.ts";
import { storageOf } from "./test-database.ts";

/** A `mintwright api` or `mintwright worker` process. */
export interface RunningProcess {
  baseUrl: string;
  metricsUrl: string;
  child: ChildProcess;
  /** Its log lines so far. */
  log: string[];
  /** Sends SIGTERM and returns the exit code. */
  stop(): Promise<number | null>;
  /** Sends SIGKILL. */
  kill(): Promise<void>;
}

const startTimeoutInMs = 60_000;

/** Starts a process like a user would, and waits until it logs that it is ready. `command` may be that of another version. */
export async function startProcess(
  role: "api" | "worker",
  environment: Record<string, string>,
  command = mintwrightCommand,
): Promise<RunningProcess> {
  const { DATABASE_URL, S3_BUCKET } = environment;
  const env = {
    PATH: process.env.PATH ?? "",
    HOST: "127.0.0.1",
    PORT: "0",
    METRICS_PORT: "0",
    ...(DATABASE_URL && !S3_BUCKET && { STORAGE_DIRECTORY: storageOf(DATABASE_URL) }),
    ...environment,
    ...(DATABASE_URL && { DATABASE_URL: routeProcess(DATABASE_URL) }),
  };
  const child = spawn(process.execPath, [command, role], {
    env,
    stdio: ["ignore", "ignore", "pipe"],
  });
  const log: string[] = [];
  const exited = once(child, "exit") as Promise<[number | null]>;
  const ready = new Promise<{ address?: string; metricsAddress: string }>((resolve, reject) => {
    createInterface({ input: child.stderr }).on("line", (line) => {
      log.push(line);
      if (line.includes(`"${role} is ready"`)) resolve(JSON.parse(line));
    });
    exited.then(
      ([code]) => reject(new Error(`${role} ended with ${code} before it was ready:\n${log.join("\n")}`)),
      reject,
    );
  });
  const deadline = setTimeout(() => child.kill("SIGKILL"), startTimeoutInMs);
  const { address, metricsAddress } = await ready.finally(() => clearTimeout(deadline));
  const end = async (signal: "SIGTERM" | "SIGKILL") => {
    if (child.exitCode === null && child.signalCode === null) child.kill(signal);
    const [code] = await exited;
    return code;
  };
  return {
    baseUrl: address ?? "",
    metricsUrl: `${metricsAddress}/metrics`,
    child,
    log,
    stop: () => end("SIGTERM"),
    kill: async () => {
      await end("SIGKILL");
    },
  };
}

/**
 * Below the ports that the system gives to connections and to servers that ask for any: those take a port that is free for a
 * moment, before its server has started or while it restarts.
 */
const [firstPort, endOfPorts] = [20_000, 32_000];
/** Names the ports that test processes were given in the last hour: some start their server much later, or restart it. */
const givenPorts = join(tmpdir(), "mintwright-ports");
const hourInMs = 3_600_000;

/** Finds a port that is free and that no test process of this machine was given lately. */
export async function findFreePort(): Promise<number> {
  mkdirSync(givenPorts, { recursive: true });
  for (;;) {
    const port = randomInt(firstPort, endOfPorts);
    if (takePort(join(givenPorts, String(port))) && (await isFree(port))) return port;
  }
}

function takePort(file: string): boolean {
  const { mtimeMs = 0 } = statSync(file, { throwIfNoEntry: false }) ?? {};
  if (Date.now() - mtimeMs < hourInMs) return false;
  rmSync(file, { force: true });
  try {
    writeFileSync(file, "", { flag: "wx" });
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "EEXIST") return false;
    throw error;
  }
}

function isFree(port: number): Promise<boolean> {
  return new Promise((resolve, reject) => {
    const server = createServer();
    server.once("error", (error: NodeJS.ErrnoException) =>
      error.code === "EADDRINUSE" ? resolve(false) : reject(error),
    );
    server.listen(port, "127.0.0.1", () => server.close(() => resolve(true)));
  });
}
