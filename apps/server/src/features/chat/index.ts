export { countPromptCharacters, createAssistant, type FindPassages } from "./assistant.ts";
export { registerChatRoutes } from "./chat.routes.ts";
export { createChatService } from "./chat.service.ts";
export { registerChatCompletionRoutes } from "./chat-completions.routes.ts";
export type { ChatModel } from "./chat-model.ts";
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
