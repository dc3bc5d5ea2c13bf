import { AppError, type AppErrorOptions } from "../../platform/errors.ts";
import type { CheckedServer } from "../pool/check-health.ts";

export interface ChatMessage {
  role: "system" | "user" | "assistant";
  content: string;
}

export interface ChatRequest {
  messages: ChatMessage[];
  maxTokens: number;
  temperature: number;
  /** A JSON schema that the answer must follow. Not every server obeys it: validate the answer. */
  schema?: Record<string, unknown>;
  /** True when nobody reads before the answer is complete: `stream` then gets it in one piece, which costs far less. */
  isWhole?: boolean;
  signal: AbortSignal;
}

export interface ChatTokens {
  prompt: number;
  completion: number;
}

export interface ChatCompletion {
  text: string;
  tokens?: ChatTokens;
}

/** A streaming answer whose first text has arrived. */
export interface ChatStream {
  /** Text in order. Pieces that arrive together are joined. Throws when the engine fails midway. */
  text: AsyncIterable<string>;
  isOffline: boolean;
  /** Token counts, available after the text has ended if the engine reports them. */
  readTokens(): ChatTokens | undefined;
  /** Resolves when the stream is over, for any reason. */
  ended: Promise<void>;
}

export interface ChatEngine {
  name: string;
  isOffline: boolean;
  complete(request: ChatRequest): Promise<ChatCompletion>;
  /** Streams an answer. Resolves with the first text; the signal aborts at any time. */
  stream(request: ChatRequest): Promise<ChatStream>;
  /** Throws when the engine cannot answer now. */
  checkHealth(signal: AbortSignal): Promise<void>;
  /** The servers of a remote engine. */
  servers?: readonly CheckedServer[];
}

/** A chat engine failed. The error says whether a retry makes sense. */
export class ChatEngineError extends AppError {
  readonly isRetryable: boolean;
  /** True when `retryAfterInSeconds` is our own default and was not sent by the server. */
  readonly isOwnAdvice: boolean;

  constructor(
    code: "engine_failed" | "engine_unavailable" | "engine_timeout",
    message: string,
    { isRetryable, ...options }: AppErrorOptions & { isRetryable: boolean },
  ) {
    super(code, message, { ...(code === "engine_unavailable" && { retryAfterInSeconds: 2 }), ...options });
    this.isRetryable = isRetryable;
    this.isOwnAdvice = options.retryAfterInSeconds === undefined;
  }
}
