import { AppError, type AppErrorOptions } from "../../platform/errors.ts";

/** One turn of a conversation. */
export interface ChatMessage {
  role: "system" | "user" | "assistant";
  content: string;
}

/** What a chat engine is asked. */
export interface ChatRequest {
  messages: ChatMessage[];
  maxTokens: number;
  temperature: number;
  signal: AbortSignal;
}

/** What an answer used of the model. */
export interface ChatTokens {
  prompt: number;
  completion: number;
}

/** What a chat engine answers. */
export interface ChatCompletion {
  text: string;
  tokens?: ChatTokens;
}

/** An answer under way, whose first text is there. */
export interface ChatStream {
  /** Pieces in order, as they arrive; what arrived together comes together. Throws when the engine breaks off. */
  text: AsyncIterable<string>;
  /** True when the built-in stand-in answers. */
  isOffline: boolean;
  /** What was used, once the text has ended and if the engine tells. */
  readTokens(): ChatTokens | undefined;
  /** Resolves when nothing more will come, for whatever reason. */
  ended: Promise<void>;
}

/** A server, or a built-in stand-in, that answers conversations. */
export interface ChatEngine {
  name: string;
  /** True for the built-in stand-in, which answers without a model. */
  isOffline: boolean;
  complete(request: ChatRequest): Promise<ChatCompletion>;
  /** Answers in pieces. Resolves with the first text; the signal ends it at any time. */
  stream(request: ChatRequest): Promise<ChatStream>;
  /** Throws when the engine could not answer now. */
  checkHealth(signal: AbortSignal): Promise<void>;
}

/** A chat engine could not answer. Whether it is worth asking again is a property of the error. */
export class ChatEngineError extends AppError {
  readonly isRetryable: boolean;
  /** True when the time to come back is our advice to the caller and not a wish of the server. */
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
