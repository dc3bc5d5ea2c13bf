import OpenAI, { APIConnectionError, APIConnectionTimeoutError, APIError, APIUserAbortError } from "openai";
import { z } from "zod";
import { createBoundedFetch } from "./bounded-fetch.ts";
import { type ChatCompletion, type ChatEngine, ChatEngineError, type ChatRequest } from "./chat-engine.ts";

/** Where an OpenAI-compatible server is and which of its models to ask. */
export interface OpenAiChatEngineOptions {
  name: string;
  baseUrl: string;
  model: string;
  apiKey?: string | undefined;
}

// A server that calls itself compatible may answer anything: what is used is checked.
const completionSchema = z.object({
  choices: z.array(z.object({ message: z.object({ content: z.string() }) })).min(1),
  usage: z.object({ prompt_tokens: z.int(), completion_tokens: z.int() }).nullish(),
});

const maxAnswerBytes = 4 * 1024 * 1024;
const uncharged = "Nothing is charged; try again shortly.";

/** Creates an engine that asks any OpenAI-compatible server (vLLM, llama.cpp, Ollama, hosted). */
export function createOpenAiChatEngine(options: OpenAiChatEngineOptions): ChatEngine {
  const client = new OpenAI({
    baseURL: options.baseUrl,
    apiKey: options.apiKey ?? "none",
    // Else the client reads them from the environment and sends them to whatever server this is.
    organization: null,
    project: null,
    // Retries and deadlines are the policy's, so that they can be told from each other and bounded together.
    maxRetries: 0,
    fetch: createBoundedFetch(maxAnswerBytes),
    timeout: 2_147_483_647,
  });
  return {
    name: options.name,
    isOffline: false,
    async complete({ messages, maxTokens, temperature, signal }: ChatRequest): Promise<ChatCompletion> {
      const body = { model: options.model, messages, max_tokens: maxTokens, temperature };
      const answer = await client.chat.completions.create(body, { signal }).catch((error: unknown) => {
        throw translateError(hideSecret(error, options.apiKey), signal);
      });
      const parsed = completionSchema.safeParse(answer);
      if (!parsed.success) {
        throw new ChatEngineError(
          "engine_failed",
          `The model server gave an answer that cannot be read. ${uncharged}`,
          {
            isRetryable: false,
            cause: parsed.error,
          },
        );
      }
      const { choices, usage } = parsed.data;
      return {
        text: choices[0]?.message.content ?? "",
        ...(usage && { tokens: { prompt: usage.prompt_tokens, completion: usage.completion_tokens } }),
      };
    },
    async checkHealth(signal) {
      await client.models.list({ signal });
    },
  };
}

function hideSecret(error: unknown, secret: string | undefined): unknown {
  if (!secret || !(error instanceof Error)) return error;
  error.message = error.message.replaceAll(secret, "***");
  if (error.stack) error.stack = error.stack.replaceAll(secret, "***");
  if (error instanceof APIError) Object.assign(error, { error: undefined });
  return error;
}

function translateError(error: unknown, signal: AbortSignal): unknown {
  if (signal.aborted || error instanceof APIUserAbortError) return signal.reason ?? error;
  if (error instanceof APIConnectionTimeoutError) {
    return new ChatEngineError("engine_timeout", `The model server did not answer in time. ${uncharged}`, {
      isRetryable: false,
      cause: error,
    });
  }
  // A connection that breaks in the middle of the body is fetch's own TypeError.
  if (error instanceof APIConnectionError || error instanceof TypeError) {
    return new ChatEngineError("engine_unavailable", `The model server cannot be reached. ${uncharged}`, {
      isRetryable: true,
      cause: error,
    });
  }
  if (error instanceof APIError && error.status === 429) {
    const named = Number(error.headers?.get("retry-after"));
    const hasNamedTime = Number.isInteger(named) && named > 0;
    // A server that says when to come back is not asked before; the caller is told the same.
    return new ChatEngineError("engine_unavailable", `The model server is busy. ${uncharged}`, {
      isRetryable: !hasNamedTime,
      cause: error,
      ...(hasNamedTime && { retryAfterInSeconds: Math.min(named, 300) }),
    });
  }
  const isServerFault = error instanceof APIError && (error.status ?? 0) >= 500;
  return new ChatEngineError("engine_failed", `The model server failed. ${uncharged}`, {
    isRetryable: isServerFault,
    cause: error,
  });
}
