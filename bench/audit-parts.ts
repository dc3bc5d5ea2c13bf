import { existsSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { createAnalysisThreads, createSlither } from "@mintwright/solidity-audit";
import { absentForge, createSolcCompiler, type Forge } from "@mintwright/solidity-compiler";
import { createAuditor } from "../apps/server/src/features/contracts/auditor/auditor.service.ts";

/** The folder of labelled contracts: AUDIT_DATA, or beside the repository. */
export const labelledData =
  process.env.AUDIT_DATA ?? fileURLToPath(new URL("../../shared/data", import.meta.url));

/** Builds an auditor as the server does, but one that remembers nothing. */
export function buildAuditParts({ concurrent, forge = absentForge }: { concurrent: number; forge?: Forge }) {
  const executable = process.env.SLITHER;
  if (!executable || !existsSync(executable)) {
    throw new Error("SLITHER must name an installed slither: pip install slither-analyzer in a venv");
  }
  const compiler = createSolcCompiler({
    processes: concurrent,
    maxWaiting: 100,
    timeoutInMs: 170_000,
    memoryInMb: 1_024,
  });
  const slither = createSlither(executable, {
    timeoutInMs: 120_000,
    memoryInMb: 2_048,
    maxOutputBytes: 32_000_000,
  });
  const threads = createAnalysisThreads(concurrent);
  const kept = { find: async () => undefined, keep: async () => {} };
  const auditor = createAuditor({
    compiler,
    slither,
    forge,
    threads,
    kept,
    maxConcurrent: concurrent,
    maxWaiting: 100,
  });
  return {
    compiler,
    slither,
    auditor,
    async stop() {
      await compiler.stop();
      await threads.stop();
    },
  };
}
