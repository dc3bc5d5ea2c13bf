import { StringDecoder } from "node:string_decoder";
import { createParser } from "eventsource-parser";
import { z } from "zod";
import type { ChatTokens } from "./chat-engine.ts";

// One event has a few hundred bytes; anything this long is not an event of a completion.
const maxEventCharacters = 256 * 1024;
const maxWholeBytes = 4 * 1024 * 1024;

interface CompletionChunk {
  choices?: { delta?: { content?: unknown } | null; finish_reason?: unknown }[];
  usage?: { prompt_tokens?: unknown; completion_tokens?: unknown } | null;
  error?: unknown;
}

/** Reads the bytes of a completion. */
export interface CompletionReader {
  /** Consumes bytes and returns the text that they completed. Throws when they are not a completion. */
  read(bytes: Buffer): string;
  /** Returns the text that only the end completes. Throws when the completion is cut off. */
  end(): string;
  readTokens(): ChatTokens | undefined;
}

/** Reads the server-sent events of a streamed completion. */
export function createEventReader(): CompletionReader {
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
    end() {
      if (!isWhole) throw new Error("the stream ended before the answer was complete");
      return "";
    },
    readTokens: () => tokens,
  };
}

const completionSchema = z.object({
  choices: z.array(z.object({ message: z.object({ content: z.string() }) })).min(1),
  usage: z.looseObject({}).nullish(),
});

/** Reads a completion that is sent in one piece. */
export function createWholeReader(): CompletionReader {
  const received: Buffer[] = [];
  let bytes = 0;
  let tokens: ChatTokens | undefined;
  return {
    read(chunk) {
      bytes += chunk.length;
      if (bytes > maxWholeBytes) throw new RangeError(`the answer has more than ${maxWholeBytes} bytes`);
      received.push(chunk);
      return "";
    },
    end() {
      const { choices, usage } = completionSchema.parse(JSON.parse(Buffer.concat(received).toString()));
      if (usage) tokens = readUsage(usage);
      return choices[0]?.message.content ?? "";
    },
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
