import OpenAI, { APIConnectionError, APIConnectionTimeoutError, APIError, APIUserAbortError } from "openai";
import { Agent } from "undici";
import { z } from "zod";
import { createBoundedFetch } from "./bounded-fetch.ts";
import type { ChatCompletion, ChatEngine, ChatRequest } from "./chat-engine.ts";
import {
  createConnectionError,
  createSilenceError,
  createStatusError,
  createUnreadableError,
} from "./chat-server-errors.ts";
import { openCompletionStream } from "./completion-stream.ts";

export interface OpenAiChatEngineOptions {
  name: string;
  baseUrl: string;
  model: string;
  apiKey?: string | undefined;
  /** How long the server may send nothing in the middle of an answer. */
  silenceInMs: number;
}

// "Compatible" servers vary: every field that is used is validated.
const completionSchema = z.object({
  choices: z.array(z.object({ message: z.object({ content: z.string() }) })).min(1),
  usage: z.object({ prompt_tokens: z.int(), completion_tokens: z.int() }).nullish(),
});

const maxAnswerBytes = 4 * 1024 * 1024;

/** Creates an engine for any OpenAI-compatible server (vLLM, llama.cpp, Ollama, hosted). */
export function createOpenAiChatEngine(options: OpenAiChatEngineOptions): ChatEngine {
  const client = new OpenAI({
    baseURL: options.baseUrl,
    apiKey: options.apiKey ?? "none",
    // Otherwise the client reads them from the environment and sends them to this server.
    organization: null,
    project: null,
    // Retries and deadlines belong to the engine guard, which bounds them together.
    maxRetries: 0,
    fetch: createBoundedFetch(maxAnswerBytes),
    timeout: 2_147_483_647,
  });
  const address = new URL(`${options.baseUrl.replace(/(?<!\/)\/+$/, "")}/chat/completions`);
  const connections = new Agent({ maxHeaderSize: 16_384 });
  const headers = {
    "content-type": "application/json",
    authorization: `Bearer ${options.apiKey ?? "none"}`,
  };
  const streamHeaders = { ...headers, accept: "text/event-stream" };
  return {
    name: options.name,
    isOffline: false,
    stream({ messages, maxTokens, temperature, isWhole = false, signal }) {
      return openCompletionStream(connections, {
        origin: address.origin,
        path: address.pathname + address.search,
        headers: isWhole ? headers : streamHeaders,
        body: JSON.stringify({
          model: options.model,
          messages,
          max_tokens: maxTokens,
          temperature,
          ...(!isWhole && { stream: true, stream_options: { include_usage: true } }),
        }),
        isWhole,
        silenceInMs: options.silenceInMs,
        signal,
      });
    },
    async complete({
      messages,
      maxTokens,
      temperature,
      schema,
      signal,
    }: ChatRequest): Promise<ChatCompletion> {
      const body = {
        model: options.model,
        messages,
        max_tokens: maxTokens,
        temperature,
        ...(schema && {
          response_format: {
            type: "json_schema" as const,
            json_schema: { name: "answer", strict: true, schema },
          },
        }),
      };
      const answer = await client.chat.completions.create(body, { signal }).catch((error: unknown) => {
        throw translateError(hideSecret(error, options.apiKey), signal);
      });
      const parsed = completionSchema.safeParse(answer);
      if (!parsed.success) throw createUnreadableError(parsed.error);
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
  if (error instanceof APIConnectionTimeoutError) return createSilenceError(error);
  // A connection that breaks in the middle of the body is fetch's own TypeError.
  if (error instanceof APIConnectionError || error instanceof TypeError) return createConnectionError(error);
  return error instanceof APIError
    ? createStatusError(error.status ?? 0, error.headers?.get("retry-after"), error)
    : createStatusError(0, undefined, error);
}
