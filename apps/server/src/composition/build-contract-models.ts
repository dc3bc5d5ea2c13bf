import { availableParallelism } from "node:os";
import type { ChatModelName } from "@mintwright/api-contract";
import { createForge, createSolcCompiler, type Forge } from "@mintwright/solidity-compiler";
import type { Config } from "../config/index.ts";
import type { ChatEngine } from "../engines/chat/index.ts";
import type { ChatModel } from "../features/chat/index.ts";
import { createContractGenerator, createGeneratorModel, limitForge } from "../features/contracts/index.ts";
import { buildAuditor } from "./build-auditor.ts";
import { getEngineFor } from "./build-engines.ts";
import type { Platform } from "./compose-platform.ts";

export interface ContractModels {
  byName: [ChatModelName, ChatModel][];
  auditor: ReturnType<typeof buildAuditor>["model"];
  stop(): Promise<void>;
}

/** Builds generator and auditor on one compiler. Both use the engine of `general_assistant` to write prose. */
export function buildContractModels(
  config: Config,
  platform: Platform,
  engines: Map<string, ChatEngine>,
): ContractModels {
  const engine = getEngineFor(config, engines, "general_assistant");
  const compiler = createSolcCompiler({
    processes: availableParallelism(),
    maxWaiting: 64,
    timeoutInMs: 60_000,
    memoryInMb: 1_024,
  });
  const auditor = buildAuditor(config, platform, { compiler, chat: engine });
  const forge = config.forge === undefined ? undefined : buildForge(config.forge);
  return {
    auditor: auditor.model,
    byName: [
      [
        "smart_contract_generator",
        createGeneratorModel(createContractGenerator({ compiler, engine, forge, review: auditor.review })),
      ],
      ["smart_contract_auditor", auditor.model],
    ],
    async stop() {
      await auditor.stop();
      await compiler.stop();
    },
  };
}

function buildForge(executable: string): Forge {
  const bounds = { timeoutInMs: 20_000, memoryInMb: 2_048, maxOutputBytes: 4_000_000 };
  const places = Math.max(1, availableParallelism() - 1);
  return limitForge(createForge(executable, bounds), { places, maxWaiting: 32 });
}
