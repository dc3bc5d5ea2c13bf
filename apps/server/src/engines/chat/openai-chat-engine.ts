import { Agent, request } from "undici";
import type { ChatEngine } from "./chat-engine.ts";
import { openCompletionStream } from "./completion-stream.ts";

export interface OpenAiChatEngineOptions {
  name: string;
  baseUrl: string;
  model: string;
  apiKey?: string | undefined;
  /** How long the server may send nothing in the middle of an answer. */
  silenceInMs: number;
}

/** Creates an engine for any OpenAI-compatible server (vLLM, llama.cpp, Ollama, hosted). */
export function createOpenAiChatEngine(options: OpenAiChatEngineOptions): ChatEngine {
  const baseUrl = options.baseUrl.replace(/(?<!\/)\/+$/, "");
  const { origin, pathname, search } = new URL(`${baseUrl}/chat/completions`);
  const connections = new Agent({ maxHeaderSize: 16_384 });
  const headers = {
    "content-type": "application/json",
    authorization: `Bearer ${options.apiKey ?? "none"}`,
  };
  const streamHeaders = { ...headers, accept: "text/event-stream" };

  const stream: ChatEngine["stream"] = ({
    messages,
    maxTokens,
    temperature,
    schema,
    isWhole = false,
    signal,
  }) =>
    openCompletionStream(connections, {
      origin,
      path: pathname + search,
      headers: isWhole ? headers : streamHeaders,
      body: JSON.stringify({
        model: options.model,
        messages,
        max_tokens: maxTokens,
        temperature,
        ...(!isWhole && { stream: true, stream_options: { include_usage: true } }),
        ...(schema && {
          response_format: { type: "json_schema", json_schema: { name: "answer", strict: true, schema } },
        }),
      }),
      isWhole,
      silenceInMs: options.silenceInMs,
      signal,
    });

  return {
    name: options.name,
    isOffline: false,
    stream,
    async complete(asked) {
      const answer = await stream({ ...asked, isWhole: true });
      let text = "";
      for await (const piece of answer.text) text += piece;
      const tokens = answer.readTokens();
      return { text, ...(tokens && { tokens }) };
    },
    async checkHealth(signal) {
      const { statusCode, body } = await request(`${baseUrl}/models`, {
        headers,
        signal,
        dispatcher: connections,
      });
      await body.dump();
      if (statusCode !== 200) throw new Error(`HTTP ${statusCode}`);
    },
  };
}
