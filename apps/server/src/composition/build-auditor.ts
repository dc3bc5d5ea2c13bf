import { availableParallelism } from "node:os";
import {
  absentSlither,
  createAnalysisThreads,
  createSlither,
  type Slither,
} from "@mintwright/solidity-audit";
import {
  absentForge,
  canCutNetwork,
  createForge,
  createSolcCompiler,
  type Forge,
  type SolidityCompiler,
} from "@mintwright/solidity-compiler";
import type { Config } from "../config/index.ts";
import type { ChatEngine } from "../engines/chat/index.ts";
import {
  createAuditor,
  createAuditorModel,
  createProjectAuditor,
  createReview,
  findAudit,
  keepAudit,
} from "../features/contracts/index.ts";
import type { Platform } from "./compose-platform.ts";
import { version } from "./version.ts";

const forgeBounds = { timeoutInMs: 20_000, memoryInMb: 2_048, maxOutputBytes: 8_000_000 };

/**
 * Builds the `smart_contract_auditor` chat model and the review that checks generated Solidity before it is delivered.
 * Both share the generator's compiler.
 */
export function buildAuditor(
  config: Pick<Config, "slither" | "forge" | "audit">,
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
  const slither = config.slither ? createSlither(config.slither, bounds) : absentSlither;
  const forge = config.forge ? createForge(config.forge, forgeBounds) : absentForge;
  const auditor = createAuditor({
    compiler,
    slither,
    forge,
    threads,
    kept: {
      find: (digest) => findAudit(database, digest),
      keep: (digest, report) => keepAudit(database, digest, report),
    },
    maxConcurrent: concurrent,
    maxWaiting: 32,
  });
  const projects = buildProjectAuditor({ slither, forge }, Math.ceil(concurrent / 2));
  return {
    model: createAuditorModel({ auditor, auditProject: projects.audit, chat, version, logger }),
    review: createReview(auditor),
    stop: async () => {
      await threads.stop();
      await projects.stop();
    },
  };
}

/** Projects take long, so they have a compiler and threads of their own: other audits and contracts do not wait for them. */
function buildProjectAuditor(programs: { slither: Slither; forge: Forge }, places: number) {
  const compiler = createSolcCompiler({
    processes: places,
    maxWaiting: places,
    timeoutInMs: 60_000,
    memoryInMb: 1_024,
  });
  const threads = createAnalysisThreads(places, { minThreads: 0 });
  return {
    audit: createProjectAuditor({ compiler, threads, ...programs, places, maxWaiting: 16 }),
    async stop() {
      await threads.stop();
      await compiler.stop();
    },
  };
}

async function warnWithoutIsolation(logger: Platform["logger"], requireIsolation: boolean): Promise<void> {
  if (await canCutNetwork()) return;
  if (requireIsolation)
    logger.error("slither disabled: network isolation is unavailable and audit.requireIsolation is true");
  else logger.warn("slither runs with network access: unshare is unavailable on this system");
}
