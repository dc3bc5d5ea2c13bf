import { extname } from "node:path";
import { Piscina } from "piscina";
import type { DetectTask, ReadSlitherTask } from "./audit-worker.ts";
import type { OwnFindings } from "./detect.ts";
import type { Finding } from "./finding.ts";

/** Threads that read syntax trees, so that requests on the main thread are not held up. */
export interface AnalysisThreads {
  runDetectors(task: DetectTask, signal: AbortSignal): Promise<OwnFindings>;
  readSlither(task: ReadSlitherTask, signal: AbortSignal): Promise<Finding[]>;
  stop(): Promise<void>;
}

/** Creates the threads; they end when idle and free their memory. */
export function createAnalysisThreads(threads: number): AnalysisThreads {
  const pool = new Piscina({
    filename: new URL(`./audit-worker${extname(import.meta.url)}`, import.meta.url).href,
    minThreads: 1,
    maxThreads: threads,
    idleTimeout: 60_000,
    resourceLimits: { maxOldGenerationSizeMb: 768, stackSizeMb: 16 },
  });
  return {
    runDetectors: (task, signal) => pool.run(task, { name: "runDetectors", signal }),
    readSlither: (task, signal) => pool.run(task, { name: "readSlither", signal }),
    stop: () => pool.destroy(),
  };
}
