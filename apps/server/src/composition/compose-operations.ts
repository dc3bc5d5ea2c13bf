import { fromCredits, type Operations } from "@mintwright/api-contract";
import type { Config } from "../config/index.ts";
import type { ChatEngine } from "../engines/chat/index.ts";
import type { FindPassages } from "../features/chat/index.ts";
import { createCollectionService, registerCollectionRoutes } from "../features/collections/index.ts";
import { registerProjectAuditRoutes } from "../features/contracts/index.ts";
import { registerCreditsRoutes } from "../features/credits/index.ts";
import { type ImageService, registerImageRoutes, registerPromptRoutes } from "../features/images/index.ts";
import { type LibraryService, registerLibraryRoutes } from "../features/library/index.ts";
import {
  createMintingService,
  createMintMetadataService,
  registerChainRoutes,
  registerContractInterfaceRoutes,
  registerMintMetadataRoutes,
} from "../features/minting/index.ts";
import { registerAlertRoutes, registerNewsRoutes } from "../features/news/index.ts";
import { registerEndpointRoutes, registerWebhookRoutes } from "../features/webhooks/index.ts";
import type { ServeOperation } from "../serving/operation-context.ts";
import { buildMintingChains, listContracts } from "./build-chains.ts";
import type { ContractModels } from "./build-contract-models.ts";
import { getEngineFor } from "./build-engines.ts";
import { createShareUrls } from "./build-library.ts";
import { composeChat } from "./compose-chat.ts";
import type { Platform } from "./compose-platform.ts";

export interface OperationParts {
  engines: Map<string, ChatEngine>;
  images: ImageService;
  contractModels: ContractModels;
  findPassages: FindPassages;
  /** False: an answer of the assistant that came from no model is free. */
  chargesOfflineAnswers: boolean;
  library: LibraryService;
}

/**
 * Builds every keyed operation once. The returned function registers their routes, for API keys and for dashboard
 * sessions alike.
 */
export function composeOperations(
  config: Config,
  platform: Platform,
  operations: Operations,
  { engines, images, contractModels, findPassages, chargesOfflineAnswers, library }: OperationParts,
): (serve: ServeOperation) => void {
  const { database, reads, logger, store, queue, outbound } = platform;
  const promptEngine = getEngineFor(config, engines, "prompt_enhancer");
  const collections = createCollectionService({ database, enqueue: queue.enqueue, logger });
  const registerChat = composeChat(operations, {
    config,
    platform,
    engines,
    findPassages,
    otherModels: contractModels.byName,
    chargesOfflineAnswers,
  });
  const contracts = listContracts(config);
  const enqueuePins = config.pinning && queue.enqueue;
  const mintMetadata = createMintMetadataService({ database, store, enqueuePins });
  const minting = createMintingService({
    database,
    enqueue: queue.enqueue,
    chains: buildMintingChains(config),
    logger,
    maxAttempts: config.minting.maxAttemptsPerToken,
    price: fromCredits(config.minting.priceInCredits),
  });
  return (serve) => {
    registerPromptRoutes(serve, operations, promptEngine);
    registerImageRoutes(serve, operations, { images, store, outbound });
    registerCollectionRoutes(serve, operations, { collections, images, outbound });
    registerChat(serve);
    registerProjectAuditRoutes(serve, operations, contractModels.auditor);
    registerChainRoutes(serve, operations, contracts);
    registerContractInterfaceRoutes(serve, operations, contracts);
    registerMintMetadataRoutes(serve, operations, mintMetadata, minting);
    registerCreditsRoutes(serve, operations, { database, reads });
    registerWebhookRoutes(serve, operations, { database, enqueue: queue.enqueue });
    registerEndpointRoutes(serve, operations, { database, enqueue: queue.enqueue, outbound });
    registerNewsRoutes(serve, operations, { database, reads });
    registerAlertRoutes(serve, operations, { database, outbound });
    registerLibraryRoutes(serve, operations, { library, shareUrlOf: createShareUrls(config) });
  };
}
