export type { ChatEngine } from "./chat-engine.ts";
export { createOfflineChatEngine } from "./offline-chat-engine.ts";
export { createOpenAiChatEngine } from "./openai-chat-engine.ts";
export { makeResilient } from "./resilient-chat-engine.ts";
