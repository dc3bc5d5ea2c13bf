import { availableParallelism } from "node:os";
import {
  absentSlither,
  canCutNetwork,
  createAnalysisThreads,
  createSlither,
} from "@mintwright/solidity-audit";
import type { SolidityCompiler } from "@mintwright/solidity-compiler";
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
 * Builds the chat model `smart_contract_auditor`, the review that what a model wrote for the generator goes through,
 * and what ends both. The compiler is the generator's as well.
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
    logger.error("slither will not run: its network cannot be cut off (audit.requireIsolation)");
  else logger.warn("slither runs with network access: unshare cannot cut it off on this system");
}
