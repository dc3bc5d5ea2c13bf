export { readWhole } from "./answer-forms.ts";
export { askChatModel } from "./ask-chat-model.ts";
export { countPromptCharacters, createAssistant, type FindPassages } from "./assistant.ts";
export { registerChatRoutes } from "./chat.routes.ts";
export { type ChatService, createChatService } from "./chat.service.ts";
export type { ChatModel, ChatModelAnswer, ChatTurn } from "./chat-model.ts";
export {
  type ExportedConversation,
  writeConversationsJson,
  writeConversationsMarkdown,
} from "./conversation-export.ts";
export { hasWords, searchRecords } from "./conversation-search.repository.ts";
export {
  type ConversationRow,
  findConversation,
  listConversations,
  listRememberingKeys,
} from "./conversations.repository.ts";
export { createHistoryJobs } from "./history.jobs.ts";
export { forgetRecords, listRecordsAfter } from "./history.repository.ts";
export { registerHistoryRoutes } from "./history.routes.ts";
export { deleteSavedContext, findSavedContext, saveContext } from "./saved-context.repository.ts";
export { registerSavedContextRoutes } from "./saved-context.routes.ts";
