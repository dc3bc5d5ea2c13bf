import type { CustomContext } from "@mintwright/api-contract";
import type { ChatTokens } from "../../engines/chat/index.ts";

/** A model behind /chat/stream and /v1/chat/completions. */
export interface ChatModel {
  /** Starts an answer. Rejects with an AppError before the first text: then nothing is charged. */
  answer(request: ChatModelRequest): Promise<ChatModelAnswer>;
}

export interface ChatTurn {
  user: string;
  assistant: string;
}

export interface ChatModelRequest {
  accountId: string;
  keyId: string;
  requestId: string;
  question: string;
  /** Newest last, cut to the limit; empty when the conversation is not remembered. */
  history: readonly ChatTurn[];
  instructions?: string | undefined;
  /** Project knowledge and tone of the assistant; other models ignore it. */
  context?: CustomContext | undefined;
  /** True when the answer is sent in one piece. */
  isWhole: boolean;
  /** Aborts when the caller disconnects. */
  signal: AbortSignal;
}

/** A generated contract or an audit, for the library. */
export interface ChatResult {
  kind: "contract" | "audit";
  title: string;
  details: Record<string, unknown>;
  /** The file of the item, as a JSON value. */
  content: unknown;
}

export interface ChatModelAnswer {
  /** Pieces of the answer; the first has already arrived. Throws when the model fails midway. */
  text: AsyncIterable<string>;
  /** Additional fields of `data` in the buffered answer, read after the text has ended. */
  data?: (() => Record<string, unknown>) | undefined;
  /** Other renderings by media type, read after the text has ended. */
  otherForms?: Record<string, () => string> | undefined;
  /** True when the built-in engine answered, false when a model did; undefined when neither applies. */
  isOffline?: boolean | undefined;
  readTokens?: (() => ChatTokens | undefined) | undefined;
  /** True when the answer is not worth its price, such as a reason why nothing could be analysed. */
  isFree?: boolean | undefined;
  /** What the library stores of the answer; undefined for conversations, which chat history keeps. */
  result?: ChatResult | undefined;
  /** Sent as Warning headers. */
  warnings?: string[] | undefined;
}
