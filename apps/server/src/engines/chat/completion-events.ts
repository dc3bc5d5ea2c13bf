import { StringDecoder } from "node:string_decoder";
import { createParser } from "eventsource-parser";
import type { ChatTokens } from "./chat-engine.ts";

// One event has a few hundred bytes; anything this long is not an event of a completion.
const maxEventCharacters = 256 * 1024;

interface CompletionChunk {
  choices?: { delta?: { content?: unknown } | null; finish_reason?: unknown }[];
  usage?: { prompt_tokens?: unknown; completion_tokens?: unknown } | null;
  error?: unknown;
}

/** Parses the server-sent events of a streamed completion. */
export interface CompletionEvents {
  /** Consumes bytes and returns the text that they completed. Throws when they are not a completion. */
  read(bytes: Buffer): string;
  /** True once the server has marked the answer as complete. */
  isWhole(): boolean;
  readTokens(): ChatTokens | undefined;
}

export function createCompletionEvents(): CompletionEvents {
  const decoder = new StringDecoder("utf8");
  let text = "";
  let isWhole = false;
  let tokens: ChatTokens | undefined;
  let failure: Error | undefined;

  const parser = createParser({
    maxBufferSize: maxEventCharacters,
    onError(error) {
      if (error.type === "max-buffer-size-exceeded") failure = error;
    },
    onEvent({ data }) {
      if (data === "[DONE]") {
        isWhole = true;
        return;
      }
      const chunk = JSON.parse(data) as CompletionChunk;
      if (chunk.error !== undefined || !Array.isArray(chunk.choices)) {
        throw new Error("the stream contains an event that is not a completion chunk");
      }
      const choice = chunk.choices[0];
      const content = choice?.delta?.content;
      if (typeof content === "string") text += content;
      if (choice?.finish_reason) isWhole = true;
      if (chunk.usage) tokens = readUsage(chunk.usage);
    },
  });

  return {
    read(bytes) {
      text = "";
      parser.feed(decoder.write(bytes));
      if (failure) throw failure;
      return text;
    },
    isWhole: () => isWhole,
    readTokens: () => tokens,
  };
}

function readUsage({
  prompt_tokens: prompt,
  completion_tokens: completion,
}: NonNullable<CompletionChunk["usage"]>): ChatTokens | undefined {
  return Number.isSafeInteger(prompt) && Number.isSafeInteger(completion)
    ? { prompt: prompt as number, completion: completion as number }
    : undefined;
}
