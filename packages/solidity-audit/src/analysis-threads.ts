import { extname } from "node:path";
import { Piscina } from "piscina";
import type { DetectTask, OpenedProject, ReadSlitherTask } from "./audit-worker.ts";
import type { OwnFindings } from "./detect.ts";
import type { Finding } from "./finding.ts";
import type { ZippedProject } from "./project/project.ts";

export type ThreadOutcome<Result> = { status: "done"; result: Result } | { status: "failed"; reason: string };

/** Threads that analyse syntax trees, so that the main thread stays responsive. */
export interface AnalysisThreads {
  runDetectors(task: DetectTask, signal: AbortSignal): Promise<ThreadOutcome<OwnFindings>>;
  readSlither(task: ReadSlitherTask, signal: AbortSignal): Promise<ThreadOutcome<Finding[]>>;
  openProject(
    source: ZippedProject,
    signal: AbortSignal,
  ): Promise<ThreadOutcome<OpenedProject | { problem: string }>>;
  stop(): Promise<void>;
}

/** Creates the threads. Idle threads end and free their memory. A task that exceeds its time ends its thread. */
export function createAnalysisThreads(
  threads: number,
  { timeoutInMs = 30_000, minThreads = 1 } = {},
): AnalysisThreads {
  const pool = new Piscina({
    filename: new URL(`./audit-worker${extname(import.meta.url)}`, import.meta.url).href,
    minThreads,
    maxThreads: threads,
    idleTimeout: 60_000,
    resourceLimits: { maxOldGenerationSizeMb: 768, stackSizeMb: 16 },
  });

  async function run<Result>(
    name: string,
    task: unknown,
    signal: AbortSignal,
  ): Promise<ThreadOutcome<Result>> {
    const deadline = AbortSignal.timeout(timeoutInMs);
    try {
      const result = await pool.run(task, { name, signal: AbortSignal.any([signal, deadline]) });
      return { status: "done", result };
    } catch {
      signal.throwIfAborted();
      // Untrusted code can exhaust the memory or the stack of its thread as well as its time.
      const reason = deadline.aborted
        ? `took more than ${timeoutInMs / 1000} seconds`
        : "failed on this code";
      return { status: "failed", reason };
    }
  }

  return {
    runDetectors: (task, signal) => run("runDetectors", task, signal),
    readSlither: (task, signal) => run("readSlither", task, signal),
    openProject: (source, signal) => run("openProject", source, signal),
    stop: () => pool.destroy(),
  };
}
