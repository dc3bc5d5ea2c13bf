export { countPromptCharacters, createAssistant, type FindPassages } from "./assistant.ts";
export { registerChatDashboard } from "./chat.dashboard.ts";
export { registerChatRoutes } from "./chat.routes.ts";
export { createChatService } from "./chat.service.ts";
export type { ChatModel } from "./chat-model.ts";
export { createHistoryJobs } from "./history.jobs.ts";
export { registerHistoryRoutes } from "./history.routes.ts";
export { deleteSavedContext, findSavedContext, saveContext } from "./saved-context.repository.ts";
export { registerSavedContextRoutes } from "./saved-context.routes.ts";
