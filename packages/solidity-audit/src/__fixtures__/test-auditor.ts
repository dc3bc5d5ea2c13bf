import { absentForge, createSolcCompiler, type Forge } from "@mintwright/solidity-compiler";
import { createAnalysisThreads } from "../analysis-threads.ts";
import { audit } from "../audit.ts";
import { type ExtractedFiles, extractCode } from "../extract-code.ts";
import { absentSlither, type Slither } from "../slither/slither.ts";

/** Creates an auditor whose compiler and threads serve all tests of a file. Slither is off unless it is passed in. */
export function createTestAuditor({
  compilationInMs = 20_000,
  analysisInMs = 30_000,
  slither = absentSlither as Slither,
  forge = absentForge as Forge,
} = {}) {
  const compiler = createSolcCompiler({
    processes: 1,
    maxWaiting: 50,
    timeoutInMs: compilationInMs,
    memoryInMb: 768,
  });
  const threads = createAnalysisThreads(1, { timeoutInMs: analysisInMs });
  const parts = { compiler, threads, slither, forge };
  return {
    auditText: (text: string) => audit(extractCode(text) ?? {}, parts),
    auditFiles: (files: ExtractedFiles) => audit(files, parts),
    async stop() {
      await compiler.stop();
      await threads.stop();
    },
  };
}
