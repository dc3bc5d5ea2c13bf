import { chatModels, type Operations } from "@mintwright/api-contract";
import { glossary } from "../../engines/chat/index.ts";
import type { ServeOperation } from "../../serving/operation-context.ts";
import { writeAnswer } from "./answer-forms.ts";
import { askChatModel } from "./ask-chat-model.ts";
import type { ChatService } from "./chat.service.ts";

const ignoredContext = "useCustomContext and contextInjection are for general_assistant and were ignored.";

/** Serves questions to chat models. */
export function registerChatRoutes(serve: ServeOperation, operations: Operations, chat: ChatService): void {
  serve(operations.streamChat, async (context) => {
    const { model, question, ...body } = context.input.body;
    if (body.useCustomContext && !chatModels[model].usesCustomContext) context.warn(ignoredContext);
    const answer = await askChatModel(context, chat, {
      model,
      question,
      isRemembered: body.chatHistory === "on",
      sdkUniqueId: body.sdkUniqueId,
      injected: body.contextInjection,
    });
    const accept = context.header("accept");
    return writeAnswer({ model, question, accept, wantsStream: body.stream }, answer);
  });

  serve(operations.listGlossaryTerms, async () => ({
    status: true as const,
    message: "Terms that the offline assistant explains",
    data: { terms: [...glossary] },
  }));
}
