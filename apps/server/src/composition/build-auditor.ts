import { availableParallelism } from "node:os";
import { absentSlither, createAnalysisThreads, createSlither } from "@mintwright/solidity-audit";
import { canCutNetwork, type SolidityCompiler } from "@mintwright/solidity-compiler";
import type { Config } from "../config/index.ts";
import type { ChatEngine } from "../engines/chat/index.ts";
import {
  createAuditor,
  createAuditorModel,
  createReview,
  findAudit,
  keepAudit,
} from "../features/contracts/index.ts";
import type { Platform } from "./compose-platform.ts";
import { version } from "./version.ts";

/**
 * Builds the `smart_contract_auditor` chat model and the review that checks generated Solidity before it is delivered.
 * Both share the generator's compiler.
 */
export function buildAuditor(
  config: Pick<Config, "slither" | "audit">,
  { database, logger }: Pick<Platform, "database" | "logger">,
  { compiler, chat }: { compiler: SolidityCompiler; chat: ChatEngine },
) {
  const concurrent = Math.max(1, availableParallelism() - 1);
  const threads = createAnalysisThreads(concurrent);
  const { requireIsolation } = config.audit;
  const bounds = {
    timeoutInMs: 60_000,
    memoryInMb: 2_048,
    maxOutputBytes: 32_000_000,
    requiresIsolation: requireIsolation,
  };
  if (config.slither) void warnWithoutIsolation(logger, requireIsolation);
  const auditor = createAuditor({
    compiler,
    slither: config.slither ? createSlither(config.slither, bounds) : absentSlither,
    threads,
    kept: {
      find: (digest) => findAudit(database, digest),
      keep: (digest, report) => keepAudit(database, digest, report),
    },
    maxConcurrent: concurrent,
    maxWaiting: 32,
  });
  return {
    model: createAuditorModel({ auditor, chat, version, logger }),
    review: createReview(auditor),
    stop: () => threads.stop(),
  };
}

async function warnWithoutIsolation(logger: Platform["logger"], requireIsolation: boolean): Promise<void> {
  if (await canCutNetwork()) return;
  if (requireIsolation)
    logger.error("slither disabled: network isolation is unavailable and audit.requireIsolation is true");
  else logger.warn("slither runs with network access: unshare is unavailable on this system");
}
