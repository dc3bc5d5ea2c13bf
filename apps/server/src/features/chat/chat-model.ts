import type { CustomContext } from "@mintwright/api-contract";
import type { ChatTokens } from "../../engines/chat/index.ts";

/** A model that /chat/stream serves; this feature knows none by name. */
export interface ChatModel {
  /** Starts an answer. Rejects with an AppError before the first text: then nothing is charged. */
  answer(request: ChatModelRequest): Promise<ChatModelAnswer>;
}

/** A question and its answer, as they were said before. */
export interface ChatTurn {
  user: string;
  assistant: string;
}

/** What a chat model is asked. */
export interface ChatModelRequest {
  accountId: string;
  keyId: string;
  requestId: string;
  question: string;
  /** Newest last, cut to what was asked for; empty when the conversation has no memory. */
  history: readonly ChatTurn[];
  /** What the calling application tells the model, apart from its user's words. */
  instructions?: string | undefined;
  /** What the assistant is to know and how it speaks; other models have no use for it. */
  context?: CustomContext | undefined;
  /** Aborts when the caller leaves. */
  signal: AbortSignal;
}

/** An answer under way. */
export interface ChatModelAnswer {
  /** The answer in pieces; the first is there already. Throws when the model breaks off. */
  text: AsyncIterable<string>;
  /** More fields of `data` in the buffered answer; read after the text has ended. */
  data?: (() => Record<string, unknown>) | undefined;
  /** The answer in other forms, by media type; read after the text has ended. */
  otherForms?: Record<string, () => string> | undefined;
  /** True when the built-in stand-in answered, false when a model did; left out when neither is the word. */
  isOffline?: boolean | undefined;
  /** What was used of a model, once the text has ended and if it is known. */
  readTokens?: (() => ChatTokens | undefined) | undefined;
  /** True when what is delivered is not worth its price, such as a reason why nothing could be analysed. */
  isFree?: boolean | undefined;
  /** What the caller should know, sent as Warning headers. */
  warnings?: string[] | undefined;
}
