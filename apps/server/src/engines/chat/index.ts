export type { ChatEngine, ChatMessage, ChatTokens } from "./chat-engine.ts";
export { createFallbackChatEngine } from "./fallback-chat-engine.ts";
export { guardChatEngine } from "./guarded-chat-engine.ts";
export { createOfflineChatEngine } from "./offline-chat-engine.ts";
export { createOpenAiChatEngine } from "./openai-chat-engine.ts";
export { glossary } from "./web3-glossary.ts";
