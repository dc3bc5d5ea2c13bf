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

/** What a chat engine answers. */
export interface ChatCompletion {
  text: string;
  tokens?: { prompt: number; completion: number };
}

/** A server, or a built-in stand-in, that answers conversations. */
export interface ChatEngine {
  name: string;
  /** True for the built-in stand-in, which answers without a model. */
  isOffline: boolean;
  complete(request: ChatRequest): Promise<ChatCompletion>;
  /** Throws when the engine could not answer now. */
  checkHealth(signal: AbortSignal): Promise<void>;
}

/** A chat engine could not answer. Whether it is worth asking again is a property of the error. */
export class ChatEngineError extends AppError {
  readonly isRetryable: boolean;

  constructor(
    code: "engine_failed" | "engine_unavailable" | "engine_timeout",
    message: string,
    { isRetryable, ...options }: AppErrorOptions & { isRetryable: boolean },
  ) {
    super(code, message, { ...(code === "engine_unavailable" && { retryAfterInSeconds: 2 }), ...options });
    this.isRetryable = isRetryable;
  }
}
