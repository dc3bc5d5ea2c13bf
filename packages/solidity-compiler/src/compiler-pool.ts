import PQueue from "p-queue";
import { type CompilerBounds, type CompilerProcess, startCompilerProcess } from "./compiler-process.ts";
import type { KnownVersion } from "./compiler-versions.ts";
import type { WorkerAnswer } from "./solc-worker.ts";
import { SolidityCompilerError } from "./solidity-compiler.ts";

export interface CompilerPoolOptions extends CompilerBounds {
  /** Compiler processes kept running, which is also the number of concurrent compilations. */
  processes: number;
  /** Compilations that may be queued. Beyond this number the pool fails with `busy` at once. */
  maxWaiting: number;
}

/** Compiler processes that stay loaded, each with the version it last used. */
export interface CompilerPool {
  run(
    version: KnownVersion,
    input: string,
    signal: AbortSignal,
  ): Promise<WorkerAnswer & { longVersion: string }>;
  stop(): Promise<void>;
}

/** Creates a pool. A process that was killed or crashed is replaced on the next request. */
export function createCompilerPool(options: CompilerPoolOptions): CompilerPool {
  const { processes, maxWaiting } = options;
  const queue = new PQueue({ concurrency: processes });
  /** Least recently used first. */
  let idle: CompilerProcess[] = [];
  const busy = new Set<CompilerProcess>();
  let isStopped = false;

  function take(version: KnownVersion): CompilerProcess {
    idle = idle.filter((compiler) => compiler.isAlive);
    const warm = idle.findLast((compiler) => compiler.version === version);
    if (warm) {
      idle = idle.filter((compiler) => compiler !== warm);
      return warm;
    }
    // No idle process has this version: the least recently used one makes room.
    if (idle.length + busy.size >= processes) void idle.shift()?.kill();
    return startCompilerProcess(version, options);
  }

  return {
    async run(version, input, signal) {
      if (queue.pending >= processes && queue.size >= maxWaiting) throw refuse("is fully busy");
      return queue.add(
        async () => {
          if (isStopped) throw refuse("is stopping");
          const compiler = take(version);
          busy.add(compiler);
          try {
            return await compiler.run(input, signal);
          } finally {
            busy.delete(compiler);
            if (compiler.isAlive && !isStopped) idle.push(compiler);
            else await compiler.kill();
          }
        },
        { signal },
      );
    },
    async stop() {
      isStopped = true;
      await Promise.all([...idle, ...busy].map((compiler) => compiler.kill()));
    },
  };
}

function refuse(state: string): SolidityCompilerError {
  return new SolidityCompilerError("busy", `The Solidity compiler ${state}.`);
}
