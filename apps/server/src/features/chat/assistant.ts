import type { CustomContext } from "@mintwright/api-contract";
import type { ChatEngine } from "../../engines/chat/index.ts";
import type { Metrics } from "../../platform/telemetry/metrics.ts";
import { buildAssistantMessages, type Passage } from "./assistant-prompt.ts";
import type { ChatModel } from "./chat-model.ts";

/** Finds passages of the caller's project sites that match a question. Warns about sites that could not be read. */
export type FindPassages = (request: {
  accountId: string;
  pages: readonly { field: string; url: string }[];
  question: string;
  maxTokens: number;
  signal: AbortSignal;
}) => Promise<{ passages: Passage[]; warnings: string[] }>;

const freeNotice = "No language model gave this answer, so it is free.";
const simulatedNotice = "No language model gave this answer. Its price is simulated.";

// Fewer than a token has in English, so that other languages fit as well.
const charactersPerToken = 3;

/** Characters available for the prompt, given the context window and the tokens reserved for the answer. */
export function countPromptCharacters({
  contextTokens,
  maxTokens,
}: {
  contextTokens: number;
  maxTokens: number;
}): number {
  return Math.max(contextTokens - maxTokens, contextTokens / 4) * charactersPerToken;
}

/** Creates the assistant: a chat engine with knowledge of the caller's project. */
export function createAssistant({
  engine,
  settings,
  findPassages,
  metrics,
  chargesOfflineAnswers,
}: {
  engine: ChatEngine;
  settings: { temperature: number; maxTokens: number; contextTokens: number };
  findPassages?: FindPassages | undefined;
  metrics: Pick<Metrics, "chatTokens">;
  /** True in the sandbox, where the built-in engine stands in for a model and prices are simulated. */
  chargesOfflineAnswers: boolean;
}): ChatModel {
  const maxCharacters = countPromptCharacters(settings);
  return {
    async answer({ accountId, question, history, instructions, context, isWhole, signal }) {
      const pages = listPages(context);
      const found =
        findPassages && pages.length > 0
          ? await findPassages({
              accountId,
              pages,
              question,
              maxTokens: Math.floor(settings.contextTokens / 4),
              signal,
            })
          : { passages: [], warnings: [] };
      const stream = await engine.stream({
        messages: buildAssistantMessages({
          question,
          history,
          instructions,
          context,
          passages: found.passages,
          maxCharacters,
        }),
        maxTokens: settings.maxTokens,
        temperature: settings.temperature,
        isWhole,
        signal,
      });
      void stream.ended.then(() => {
        const tokens = stream.readTokens();
        if (!tokens) return;
        metrics.chatTokens.inc({ kind: "prompt" }, tokens.prompt);
        metrics.chatTokens.inc({ kind: "completion" }, tokens.completion);
      });
      const isFree = stream.isOffline && !chargesOfflineAnswers;
      return {
        text: isFree ? addNotice(stream.text) : stream.text,
        isOffline: stream.isOffline,
        isFree,
        readTokens: stream.readTokens,
        warnings: stream.isOffline
          ? [...found.warnings, isFree ? freeNotice : simulatedNotice]
          : found.warnings,
      };
    },
  };
}

async function* addNotice(text: AsyncIterable<string>): AsyncGenerator<string> {
  yield* text;
  yield `\n\n${freeNotice}`;
}

function listPages(context: CustomContext = {}): { field: string; url: string }[] {
  return (["whitePaperUrl", "companyWebsiteUrl"] as const).flatMap((field) => {
    const url = context[field];
    return url === undefined ? [] : [{ field, url }];
  });
}
