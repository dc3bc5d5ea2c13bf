import { describeViolations } from "./describe-violations.ts";
import type { History } from "./history.ts";
import { type Installation, startInstallation } from "./installation.ts";
import type { ResultsFile } from "./results-file.ts";
import { runSeed, type SeedResult, type SeedTools } from "./run-seed.ts";
import { startDeadJobs } from "./skip-waits.ts";
import type { Tools } from "./tools.ts";

/** What a run of several seeds came to. */
export interface RunSummary {
  seeds: number;
  exchanges: number;
  violated: { seed: number; result: SeedResult }[];
}

interface RunOptions {
  tools: Tools;
  /** The PostgreSQL server in which it creates databases. */
  serverUrl: string;
  seeds: readonly number[];
  results: ResultsFile;
  print(line: string): void;
  /** The `mintwright` to run; by default this one. */
  command?: string;
  /** Ends with the first seed that a check objects to. */
  stopsAtViolation?: boolean;
  /** Asked before each seed. */
  isStopping?(): boolean;
  /** Keeps what explains a seed that failed. */
  keep?(seed: number, installation: Installation, history?: History): Promise<void>;
}

/** Runs seeds one after the other on one installation. After a violation the next seed gets a new one. */
export async function runSeeds(options: RunOptions): Promise<RunSummary> {
  const { tools, serverUrl, results, print, command, stopsAtViolation } = options;
  const summary: RunSummary = { seeds: 0, exchanges: 0, violated: [] };
  let current: SeedTools | undefined;
  const end = async () => {
    const ending = current;
    current = undefined;
    await ending?.deadJobs.stop();
    await ending?.installation.stop();
  };
  try {
    for (const seed of options.seeds) {
      if (results.has(seed)) continue;
      if (options.isStopping?.()) break;
      if (!current) {
        const installation = await startInstallation(tools, serverUrl, command);
        current = { installation, deadJobs: await startDeadJobs(installation.database), stock: new Map() };
      }
      const { installation } = current;
      const result = await runSeed(current, seed).catch(async (error) => {
        await options.keep?.(seed, installation);
        throw error;
      });
      results.add(seed, result);
      summary.seeds++;
      summary.exchanges += result.history.exchanges.length;
      const { violations, seconds, history } = result;
      const outcome = violations.length === 0 ? "no violation" : `${violations.length} violations`;
      print(
        `seed ${seed}: ${outcome}, ${history.exchanges.length} requests, ${history.faults.length} faults, ${seconds.toFixed(1)} s`,
      );
      if (violations.length === 0) continue;
      print(describeViolations(result));
      await options.keep?.(seed, installation, result.history);
      summary.violated.push({ seed, result });
      if (stopsAtViolation) break;
      await end();
    }
  } finally {
    await end();
  }
  return summary;
}
