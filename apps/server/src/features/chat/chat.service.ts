import {
  type ChatModelName,
  type CustomContext,
  chatModels,
  lacksTone,
  listContextWarnings,
  missingTone,
} from "@mintwright/api-contract";
import type { Database } from "../../platform/database/database.ts";
import { AppError, ServiceUnavailableError } from "../../platform/errors.ts";
import type { Metrics } from "../../platform/telemetry/metrics.ts";
import { writeChatMemory } from "./chat-memory.ts";
import type { ChatModel, ChatModelAnswer, ChatTurn } from "./chat-model.ts";
import { findNewestTurns } from "./history.repository.ts";
import { findSavedContext } from "./saved-context.repository.ts";

// Larger than any model's answer. A longer one fails, because it could not be remembered as promised.
const maxRememberedCharacters = 1024 * 1024;

export interface ChatQuestion {
  accountId: string;
  keyId: string;
  hasSavedContext: boolean;
  requestId: string;
  model: ChatModelName;
  question: string;
  isRemembered: boolean;
  /** The conversation so far, from callers who keep it themselves. */
  turns?: readonly ChatTurn[] | undefined;
  instructions?: string | undefined;
  sdkUniqueId?: string | undefined;
  injected?: CustomContext | undefined;
  /** True when the answer is sent in one piece. */
  isWhole: boolean;
  signal: AbortSignal;
}

export interface ChatAnswer extends ChatModelAnswer {
  /** Returns the record to store, after the text has ended; undefined when history is off. */
  writeMemory: (() => string) | undefined;
}

export interface ChatService {
  modelNames: readonly ChatModelName[];
  answer(question: ChatQuestion): Promise<ChatAnswer>;
}

export function createChatService({
  database,
  models,
  metrics,
  historyCharacters,
}: {
  database: Database;
  models: ReadonlyMap<ChatModelName, ChatModel>;
  metrics: Pick<Metrics, "chatFirstTextSeconds">;
  historyCharacters: number;
}): ChatService {
  return {
    modelNames: [...models.keys()],
    async answer(asked) {
      const { accountId, keyId, sdkUniqueId, requestId, question, isWhole, signal } = asked;
      const startedAt = performance.now();
      const model = models.get(asked.model);
      if (!model) {
        throw new ServiceUnavailableError(
          `${asked.model} is not available on this installation. Choose another model.`,
        );
      }
      const { usesCustomContext } = chatModels[asked.model];
      const [saved, remembered] = await Promise.all([
        usesCustomContext && asked.hasSavedContext ? findSavedContext(database, accountId, keyId) : undefined,
        asked.isRemembered ? findNewestTurns(database, accountId, keyId, sdkUniqueId, historyCharacters) : [],
      ]);
      const context = usesCustomContext ? mergeContext(saved, asked.injected) : undefined;
      // Checked here because the tone may come from the saved context.
      if (context && lacksTone(context)) throw missingToneError();
      const answered = await model.answer({
        accountId,
        keyId,
        requestId,
        question,
        history: asked.turns ?? remembered,
        instructions: asked.instructions,
        context,
        isWhole,
        signal,
      });
      const warnings = [...(answered.warnings ?? []), ...listContextWarnings(context ?? {})];
      const answer = { ...answered, warnings };
      const firstTextInMs = Math.round(performance.now() - startedAt);
      if (!isWhole) metrics.chatFirstTextSeconds.observe({ model: asked.model }, firstTextInMs / 1000);
      if (!asked.isRemembered) return { ...answer, writeMemory: undefined };
      const said: string[] = [];
      return {
        ...answer,
        text: collectText(answer.text, said),
        writeMemory() {
          const tokens = answer.readTokens?.();
          return writeChatMemory({
            keyId,
            sdkUniqueId: sdkUniqueId ?? null,
            model: asked.model,
            question,
            answer: said.join(""),
            requestId,
            promptTokens: tokens?.prompt ?? null,
            completionTokens: tokens?.completion ?? null,
            firstTextInMs,
          });
        },
      };
    },
  };
}

function missingToneError(): AppError {
  const issues = [{ path: "contextInjection.selectedTone", message: missingTone }];
  return new AppError("invalid_request", missingTone, { details: { issues } });
}

async function* collectText(text: AsyncIterable<string>, said: string[]): AsyncGenerator<string> {
  let characters = 0;
  for await (const piece of text) {
    characters += piece.length;
    if (characters > maxRememberedCharacters) {
      throw new RangeError(
        `the answer is longer than the ${maxRememberedCharacters} characters that history can store`,
      );
    }
    said.push(piece);
    yield piece;
  }
}

/**
 * Merges the injected context with the saved one, field by field; injected fields win. A token is one field, so that no
 * answer mixes two tokens.
 */
export function mergeContext(
  saved: CustomContext | undefined,
  injected: CustomContext | undefined,
): CustomContext | undefined {
  if (!saved || !injected) return injected ?? saved;
  const given = Object.entries(injected).filter(([, value]) => value !== undefined);
  return { ...saved, ...Object.fromEntries(given) };
}
