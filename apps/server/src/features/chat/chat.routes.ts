import { chatModels, headerNames, type Operations } from "@mintwright/api-contract";
import { glossary } from "../../engines/chat/index.ts";
import type { ServeOperation } from "../../platform/operation-context.ts";
import { chooseForm, writeAnswer } from "./answer-forms.ts";
import type { ChatService } from "./chat.service.ts";

const ignoredContext = "useCustomContext and contextInjection are for general_assistant and were ignored.";

/** Serves questions to chat models. */
export function registerChatRoutes(serve: ServeOperation, operations: Operations, chat: ChatService): void {
  serve(operations.streamChat, async (context) => {
    const { body } = context.input;
    const accept = context.header("accept");
    const form = chooseForm(accept, body.stream);
    const answer = await chat.answer({
      accountId: context.caller.accountId,
      keyId: context.caller.keyId,
      hasSavedContext: context.caller.hasSavedContext,
      requestId: context.requestId,
      model: body.model,
      question: body.question,
      isRemembered: body.chatHistory === "on",
      sdkUniqueId: body.sdkUniqueId,
      injected: body.contextInjection,
      accept,
      signal: context.signal,
    });
    answer.warnings?.forEach(context.warn);
    if (body.useCustomContext && !chatModels[body.model].usesCustomContext) context.warn(ignoredContext);
    if (answer.isOffline !== undefined) {
      context.answerHeaders[headerNames.engine] = answer.isOffline ? "offline" : "model";
    }
    if (answer.isFree) context.chargeOnly(0);
    if (answer.describeMemory) context.rememberWithCharge(answer.describeMemory);
    return writeAnswer(form, { model: body.model, question: body.question, accept }, answer);
  });

  serve(operations.listGlossaryTerms, async () => ({
    status: true as const,
    message: "Terms that the offline assistant explains",
    data: { terms: [...glossary] },
  }));
}
