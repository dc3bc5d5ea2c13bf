import { chatModels, ignoredCompletionParameters, type Operations } from "@mintwright/api-contract";
import { type ServeOperation, StreamAnswer } from "../../serving/operation-context.ts";
import { readWhole } from "./answer-forms.ts";
import { askChatModel } from "./ask-chat-model.ts";
import type { ChatService } from "./chat.service.ts";
import { describeCompletion, writeCompletionEvents } from "./completion-answer.ts";
import { readConversation } from "./completion-conversation.ts";

/** The protocol wants a date for every model; ours have none of their own. */
const modelsCreatedAt = Date.UTC(2025, 0, 1) / 1_000;

/** Serves the chat models in the protocol of OpenAI. What answers is the same service as behind /chat/stream. */
export function registerChatCompletionRoutes(
  serve: ServeOperation,
  operations: Operations,
  chat: ChatService,
): void {
  serve(operations.createChatCompletion, async (context) => {
    const { body } = context.input;
    const { model } = body;
    const { question, history, instructions } = readConversation(body.messages);
    const ignored = ignoredCompletionParameters.filter(
      (name) => body[name] !== undefined && body[name] !== null,
    );
    if (ignored.length > 0) context.warn(`${ignored.join(", ")}: the model decides; ignored.`);
    if (instructions && !chatModels[model].usesCustomContext)
      context.warn(`${model} ignores system messages.`);
    const asked = { model, question, turns: history, instructions, isRemembered: false };
    const answer = await askChatModel(context, chat, asked);
    const head = { id: `chatcmpl-${context.requestId}`, created: Math.floor(Date.now() / 1_000), model };
    if (!body.stream) return describeCompletion(head, await readWhole(answer.text), answer);
    const includesUsage = body.stream_options?.include_usage ?? false;
    return new StreamAnswer(
      "text/event-stream; charset=utf-8",
      writeCompletionEvents(head, answer, { includesUsage }),
    );
  });

  serve(operations.listModels, async () => ({
    object: "list" as const,
    data: chat.modelNames.map((id) => ({
      id,
      object: "model" as const,
      created: modelsCreatedAt,
      owned_by: "mintwright",
    })),
  }));
}
