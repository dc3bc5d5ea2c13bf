import type { ChatModelName, Operations } from "@mintwright/api-contract";
import type { Config } from "../config/index.ts";
import type { ChatEngine } from "../engines/chat/index.ts";
import {
  type ChatModel,
  countPromptCharacters,
  createAssistant,
  createChatService,
  type FindPassages,
  registerChatRoutes,
  registerHistoryRoutes,
  registerSavedContextRoutes,
} from "../features/chat/index.ts";
import type { ServeOperation } from "../serving/operation-context.ts";
import { getEngineFor } from "./build-engines.ts";
import type { Platform } from "./compose-platform.ts";

export interface ChatParts {
  config: Config;
  platform: Platform;
  engines: Map<string, ChatEngine>;
  /** Finds passages of the caller's project sites; without it the assistant only knows their URLs. */
  findPassages?: FindPassages;
  otherModels?: Iterable<[ChatModelName, ChatModel]>;
  chargesOfflineAnswers: boolean;
}

/** Builds the chat models. The returned function registers their routes, for API keys and for dashboard sessions alike. */
export function composeChat(
  operations: Operations,
  { config, platform, engines, findPassages, otherModels = [], chargesOfflineAnswers }: ChatParts,
): (serve: ServeOperation) => void {
  const { database, metrics } = platform;
  const engine = getEngineFor(config, engines, "general_assistant");
  const assistant = createAssistant({
    engine,
    settings: config.assistant,
    findPassages,
    metrics,
    chargesOfflineAnswers,
  });
  const models = new Map<ChatModelName, ChatModel>([["general_assistant", assistant], ...otherModels]);
  const historyCharacters = countPromptCharacters(config.assistant);
  const chat = createChatService({ database, models, metrics, historyCharacters });
  return (serve) => {
    registerChatRoutes(serve, operations, chat);
    registerSavedContextRoutes(serve, operations, database);
    registerHistoryRoutes(serve, operations, database);
  };
}
