import { type ChildProcess, fork } from "node:child_process";
import { readFile } from "node:fs/promises";
import { createRequire } from "node:module";
import { dirname, extname, join, sep } from "node:path";
import { fileURLToPath } from "node:url";
import { bundledLibraries } from "./bundled-libraries.ts";
import { findCompilerFile, type KnownVersion } from "./compiler-versions.ts";
import type { WorkerAnswer, WorkerStart } from "./solc-worker.ts";
import { SolidityCompilerError } from "./solidity-compiler.ts";

const { resolve } = createRequire(import.meta.url);
const workerFile = fileURLToPath(new URL(`./solc-worker${extname(import.meta.url)}`, import.meta.url));
const pageBytes = 4_096;
const memoryCheckInMs = 250;

export interface CompilerBounds {
  timeoutInMs: number;
  memoryInMb: number;
}

/** A child process with one version of the compiler loaded, for one compilation at a time. */
export interface CompilerProcess {
  readonly version: KnownVersion;
  readonly isAlive: boolean;
  /**
   * Compiles a standard JSON input. Kills the process on timeout, when it exceeds its memory, or when the signal aborts.
   */
  run(input: string, signal: AbortSignal): Promise<WorkerAnswer & { longVersion: string }>;
  kill(): Promise<void>;
}

/**
 * Starts a compiler. It is a process and not a thread because the memory that solc allocates in WebAssembly can crash
 * its process, and because a process can be denied file system access: this one reads the packages' folder and its own
 * file, writes nothing and starts nothing.
 */
export function startCompilerProcess(version: KnownVersion, bounds: CompilerBounds): CompilerProcess {
  const compilerFile = findCompilerFile(version);
  if (!compilerFile) throw notInstalled(version);
  const start: WorkerStart = {
    wrapperFile: resolve("solc/wrapper.js"),
    compilerFile,
    libraries: bundledLibraries,
  };
  const child = fork(workerFile, [JSON.stringify(start)], {
    execArgv: [
      "--permission",
      ...listReadable(start).map((path) => `--allow-fs-read=${path}`),
      `--max-old-space-size=${bounds.memoryInMb}`,
      `--wasm-max-mem-pages=${bounds.memoryInMb * 16}`,
    ],
    env: {},
    stdio: ["ignore", "ignore", "ignore", "ipc"],
    serialization: "advanced",
  });
  child.on("error", () => child.kill("SIGKILL"));
  const ended = new Promise<void>((resolveEnd) => child.once("exit", () => resolveEnd()));
  const ready = waitForMessage<{ longVersion: string }>(child);
  ready.catch(() => {});

  async function kill(): Promise<void> {
    child.kill("SIGKILL");
    await ended;
  }

  return {
    version,
    get isAlive() {
      return child.connected && !child.killed && child.exitCode === null && child.signalCode === null;
    },
    async run(input, signal) {
      const { promise: cut, reject } = Promise.withResolvers<never>();
      const stopFor = (reason: unknown) => {
        reject(reason);
        child.kill("SIGKILL");
      };
      const abort = () => stopFor(signal.reason);
      const timer = setTimeout(() => stopFor(tooLong(bounds.timeoutInMs)), bounds.timeoutInMs);
      const memoryWatch = setInterval(async () => {
        if ((await readResidentBytes(child.pid)) > bounds.memoryInMb * 2 ** 20) {
          stopFor(tooMuch(bounds.memoryInMb));
        }
      }, memoryCheckInMs);
      signal.addEventListener("abort", abort, { once: true });
      try {
        signal.throwIfAborted();
        const { longVersion } = await Promise.race([ready, cut]);
        const answer = waitForMessage<WorkerAnswer>(child);
        answer.catch(() => {});
        child.send(input, () => {});
        return { ...(await Promise.race([answer, cut])), longVersion };
      } finally {
        clearTimeout(timer);
        clearInterval(memoryWatch);
        signal.removeEventListener("abort", abort);
        cut.catch(() => {});
      }
    },
    kill,
  };
}

async function waitForMessage<Message>(child: ChildProcess): Promise<Message> {
  const { promise, resolve: settle, reject } = Promise.withResolvers<Message>();
  const onMessage = (message: unknown) => settle(message as Message);
  const onExit = () => reject(crashed());
  child.once("message", onMessage);
  child.once("exit", onExit);
  return promise.finally(() => {
    child.off("message", onMessage);
    child.off("exit", onExit);
  });
}

/** The packages' folders, the worker's own file, and the package.json files in which Node looks up the module type. */
function listReadable({ wrapperFile, compilerFile, libraries }: WorkerStart): string[] {
  const packageFolders = [wrapperFile, compilerFile, ...Object.values(libraries)].map((path) => {
    const marker = `${sep}node_modules${sep}`;
    return path.slice(0, path.lastIndexOf(marker) + marker.length);
  });
  const paths = new Set([workerFile, ...packageFolders]);
  for (let folder = dirname(workerFile); folder !== dirname(folder); folder = dirname(folder)) {
    paths.add(join(folder, "package.json"));
  }
  return [...paths];
}

async function readResidentBytes(pid: number | undefined): Promise<number> {
  try {
    const [, residentPages] = (await readFile(`/proc/${pid}/statm`, "utf8")).split(" ");
    return Number(residentPages) * pageBytes;
  } catch {
    // Not Linux, or the process has exited: its start-up limits still apply.
    return 0;
  }
}

function notInstalled(version: string): SolidityCompilerError {
  return new SolidityCompilerError(
    "missing",
    `This code asks for the compiler ${version}, which is not installed here. ` +
      "Allow 0.8 in the pragma, or have @mintwright/old-compilers installed.",
  );
}

function tooLong(timeoutInMs: number): SolidityCompilerError {
  return new SolidityCompilerError("timeout", `The compiler needed more than ${timeoutInMs / 1000} seconds.`);
}

function tooMuch(memoryInMb: number): SolidityCompilerError {
  return new SolidityCompilerError("memory", `The compiler needed more than ${memoryInMb} MB of memory.`);
}

function crashed(): SolidityCompilerError {
  return new SolidityCompilerError("crash", "The compiler broke down on this code.");
}
