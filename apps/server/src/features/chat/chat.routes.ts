import {
  chatModels,
  headerNames,
  ignoredCompletionParameters,
  type Operations,
} from "@mintwright/api-contract";
import { glossary } from "../../engines/chat/index.ts";
import { type OperationContext, type ServeOperation, StreamAnswer } from "../../serving/operation-context.ts";
import { readWhole, wantsWhole, writeAnswer } from "./answer-forms.ts";
import type { ChatAnswer, ChatQuestion, ChatService } from "./chat.service.ts";
import { describeCompletion, writeCompletionEvents } from "./completion-answer.ts";
import { readConversation } from "./completion-conversation.ts";

const ignoredContext = "useCustomContext and contextInjection are for general_assistant and were ignored.";
/** The OpenAI protocol requires a date for every model; ours have none. */
const modelsCreatedAt = Date.UTC(2025, 0, 1) / 1_000;

/** Serves the chat models in our own protocol and OpenAI's, with the same handler and price. */
export function registerChatRoutes(serve: ServeOperation, operations: Operations, chat: ChatService): void {
  serve(operations.streamChat, async (context) => {
    const { model, question, ...body } = context.input.body;
    if (body.useCustomContext && !chatModels[model].usesCustomContext) context.warn(ignoredContext);
    const form = { accept: context.header("accept"), wantsStream: body.stream };
    const answer = await ask(chat, context, {
      model,
      question,
      isWhole: wantsWhole(form),
      isRemembered: body.chatHistory === "on",
      sdkUniqueId: body.sdkUniqueId,
      injected: body.contextInjection,
    });
    return writeAnswer({ model, question, ...form }, answer);
  });

  serve(operations.listGlossaryTerms, async () => ({
    status: true as const,
    message: "Terms that the offline assistant can explain",
    data: { terms: [...glossary] },
  }));

  serve(operations.createChatCompletion, async (context) => {
    const { body } = context.input;
    const { model } = body;
    const { question, history, instructions } = readConversation(body.messages);
    const ignored = ignoredCompletionParameters.filter(
      (name) => body[name] !== undefined && body[name] !== null,
    );
    if (ignored.length > 0) context.warn(`${ignored.join(", ")}: not supported, ignored.`);
    if (instructions && !chatModels[model].usesCustomContext)
      context.warn(`${model} ignores system messages.`);
    const isWhole = !body.stream;
    const asked = { model, question, turns: history, instructions, isRemembered: false, isWhole };
    const answer = await ask(chat, context, asked);
    const head = { id: `chatcmpl-${context.requestId}`, created: Math.floor(Date.now() / 1_000), model };
    if (isWhole) return describeCompletion(head, await readWhole(answer.text), answer);
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

type AskingContext = Pick<
  OperationContext<unknown, unknown, unknown>,
  | "caller"
  | "requestId"
  | "signal"
  | "answerHeaders"
  | "warn"
  | "price"
  | "chargeOnly"
  | "rememberWithCharge"
  | "storeResults"
>;

async function ask(
  chat: ChatService,
  context: AskingContext,
  question: Omit<ChatQuestion, "accountId" | "keyId" | "hasSavedContext" | "requestId" | "signal">,
): Promise<ChatAnswer> {
  const { caller, requestId, signal, answerHeaders, warn, chargeOnly, rememberWithCharge } = context;
  const { accountId, keyId, hasSavedContext } = caller;
  const answer = await chat.answer({ ...question, accountId, keyId, hasSavedContext, requestId, signal });
  answer.warnings?.forEach(warn);
  if (answer.isOffline !== undefined) {
    answerHeaders[headerNames.engine] = answer.isOffline ? "offline" : "model";
  }
  if (answer.isFree) chargeOnly(0);
  if (answer.writeMemory) rememberWithCharge(answer.writeMemory);
  await storeResult(context, question, answer);
  return answer;
}

async function storeResult(
  { storeResults, price }: AskingContext,
  { model, question, sdkUniqueId }: Pick<ChatQuestion, "model" | "question" | "sdkUniqueId">,
  { result }: ChatAnswer,
): Promise<void> {
  if (!result) return;
  const { content, details, ...described } = result;
  await storeResults(async () => [
    {
      ...described,
      ...{ model, price, prompt: question, contentType: "application/json; charset=utf-8" },
      details: result.kind === "contract" ? { ...details, sessionId: sdkUniqueId ?? null } : details,
      body: Buffer.from(JSON.stringify({ question, ...(content as object) })),
    },
  ]);
}
