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

/** What conversations are made of. */
export interface ChatParts {
  config: Config;
  platform: Platform;
  engines: Map<string, ChatEngine>;
  /** Finds passages of the project's own pages; without it the assistant knows their addresses only. */
  findPassages?: FindPassages;
  /** The models beside the assistant, by name. */
  otherModels?: Iterable<[ChatModelName, ChatModel]>;
  chargesOfflineAnswers: boolean;
}

/** Builds the chat models and returns what serves them, at as many doors as there are. */
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
