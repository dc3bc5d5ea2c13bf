export { registerChatCompletionRoutes } from "./chat-completions.routes.ts";
