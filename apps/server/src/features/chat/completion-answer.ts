import type { ChatCompletionResponse, ChatModelName } from "@mintwright/api-contract";
import type { ChatModelAnswer } from "./chat-model.ts";

/** Fields that every chunk of an answer repeats. */
export interface CompletionHead {
  id: string;
  created: number;
  model: ChatModelName;
}

type Usage = NonNullable<ChatCompletionResponse["usage"]>;

export function describeCompletion(
  head: CompletionHead,
  text: string,
  answer: ChatModelAnswer,
): ChatCompletionResponse {
  const usage = readUsage(answer);
  return {
    ...head,
    object: "chat.completion",
    choices: [
      {
        index: 0,
        message: { role: "assistant", content: text, refusal: null },
        logprobs: null,
        finish_reason: "stop",
      },
    ],
    ...(usage && { usage }),
  };
}

/** Streams the answer as events. Throws when the model fails midway, so that `[DONE]` only follows complete answers. */
export async function* writeCompletionEvents(
  head: CompletionHead,
  answer: ChatModelAnswer,
  { includesUsage }: { includesUsage: boolean },
): AsyncGenerator<string> {
  const writeChunk = (choices: unknown[], usage?: Usage | null) =>
    `data: ${JSON.stringify({ ...head, object: "chat.completion.chunk", choices, ...(usage !== undefined && { usage }) })}\n\n`;
  const writeDelta = (delta: Record<string, unknown>, finish_reason: "stop" | null = null) =>
    writeChunk([{ index: 0, delta, logprobs: null, finish_reason }], includesUsage ? null : undefined);
  let isFirst = true;
  for await (const content of answer.text) {
    yield writeDelta(isFirst ? { role: "assistant", content } : { content });
    isFirst = false;
  }
  yield writeDelta({}, "stop");
  if (includesUsage) yield writeChunk([], readUsage(answer) ?? null);
  yield "data: [DONE]\n\n";
}

function readUsage(answer: ChatModelAnswer): Usage | undefined {
  const tokens = answer.readTokens?.();
  return (
    tokens && {
      prompt_tokens: tokens.prompt,
      completion_tokens: tokens.completion,
      total_tokens: tokens.prompt + tokens.completion,
    }
  );
}
