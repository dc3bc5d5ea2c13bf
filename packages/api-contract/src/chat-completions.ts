import { z } from "zod";
import { chatModelNames, chatModels } from "./chat-models.ts";
import type { Limits } from "./limits.ts";
import { defineOperation, free } from "./operation.ts";

const contentSchema = (limits: Limits) => {
  const text = z
    .string("content must be text")
    .max(limits.questionCharacters, `content must be at most ${limits.questionCharacters} characters`);
  const part = z.object(
    {
      type: z.literal(
        "text",
        "content may have parts of type text only; images, audio and files are not supported",
      ),
      text,
    },
    "a part of content must be an object such as {type: text, text: …}",
  );
  return z.union(
    [
      text,
      z
        .array(part)
        .transform((parts) => parts.map((given) => given.text).join("\n"))
        .pipe(text),
    ],
    {
      error: (issue) => describeContent(issue.input),
    },
  );
};

function describeContent(content: unknown): string {
  return Array.isArray(content)
    ? "content may have parts of type text only; images, audio and files are not supported"
    : "content is required and must be text";
}

const messageSchema = (limits: Limits) =>
  z.object(
    {
      role: z.enum(
        ["system", "developer", "user", "assistant"],
        "role must be system, developer, user or assistant; tools are not supported",
      ),
      content: contentSchema(limits),
    },
    "a message must be an object with role and content",
  );

/** Protocol parameters that the connected model decides itself. They are accepted and ignored, and the docs say so. */
export const ignoredCompletionParameters = [
  "temperature",
  "top_p",
  "max_tokens",
  "max_completion_tokens",
  "stop",
  "seed",
  "presence_penalty",
  "frequency_penalty",
  "logit_bias",
  "reasoning_effort",
] as const;

const ignoredShape = Object.fromEntries(
  ignoredCompletionParameters.map((name) => [name, z.unknown().optional()]),
) as Record<(typeof ignoredCompletionParameters)[number], z.ZodOptional<z.ZodUnknown>>;

const requestSchema = (limits: Limits) =>
  z
    .object({
      model: z.enum(chatModelNames, `model is required and must be one of ${chatModelNames.join(", ")}`),
      messages: z
        .array(messageSchema(limits), "messages is required and must be a list")
        .min(1, "messages must have at least one message")
        .max(1_000, "messages must have at most 1000 messages")
        .refine(
          (messages) => messages.at(-1)?.role === "user" && messages.at(-1)?.content.trim() !== "",
          "the last message must be a question of the user",
        )
        .meta({ description: "The conversation so far, with the question last. It is not stored." }),
      stream: z.boolean("stream must be true or false").nullish(),
      stream_options: z
        .object({ include_usage: z.boolean().nullish() }, "stream_options must be an object")
        .nullish(),
      n: z.literal(1, "n must be 1: one answer per request").nullish(),
      tools: z.array(z.unknown()).max(0, "tools are not supported").nullish(),
      response_format: z.object({ type: z.literal("text", "response_format must be text") }).nullish(),
      ...ignoredShape,
    })
    .meta({ id: "ChatCompletionRequest" });

const usageSchema = z
  .object({ prompt_tokens: z.int(), completion_tokens: z.int(), total_tokens: z.int() })
  .meta({ id: "CompletionUsage" });

const responseSchema = z
  .object({
    id: z.string(),
    object: z.literal("chat.completion"),
    created: z.int(),
    model: z.enum(chatModelNames),
    choices: z.array(
      z.object({
        index: z.int(),
        message: z.object({ role: z.literal("assistant"), content: z.string(), refusal: z.null() }),
        logprobs: z.null(),
        finish_reason: z.literal("stop"),
      }),
    ),
    usage: usageSchema.optional().meta({ description: "Omitted if the model server does not report it." }),
  })
  .meta({ id: "ChatCompletion" });

export type ChatCompletionResponse = z.infer<typeof responseSchema>;

/** Answers a conversation in OpenAI's chat completions protocol. */
export const createChatCompletion = (limits: Limits) =>
  defineOperation({
    id: "createChatCompletion",
    method: "POST",
    path: "/v1/chat/completions",
    tag: "OpenAI-compatible",
    summary: "Ask a chat model with any OpenAI client",
    description:
      "The same models, keys, credits and limits as `/chat/stream`. The conversation is sent in `messages` and is not stored. With `stream: true` the answer is sent as events that end with `[DONE]`; a stream that ends without it was interrupted and is not charged.",
    auth: "key",
    errorStyle: "openai",
    body: requestSchema(limits),
    response: responseSchema,
    alsoAnswers: ["text/event-stream"],
    canStore: true,
    modelOf: ({ body }) => body.model,
    price: {
      kind: "metered",
      describe:
        "general_assistant 0.5 credits per answer; smart_contract_generator and smart_contract_auditor 1 credit per answer. Free: an answer of general_assistant without a model, and an audit that could analyse nothing",
      of: ({ body }) => chatModels[body.model].price,
    },
    errors: [
      "request_not_covered",
      "engine_failed",
      "engine_unavailable",
      "engine_timeout",
      "too_many_at_once",
    ],
  });

/** Lists the models in OpenAI's protocol. */
export const listModels = defineOperation({
  id: "listModels",
  method: "GET",
  path: "/v1/models",
  tag: "OpenAI-compatible",
  summary: "List the chat models of this installation",
  description: "The values that `model` of a chat call can have.",
  auth: "key",
  errorStyle: "openai",
  response: z
    .object({
      object: z.literal("list"),
      data: z.array(
        z.object({
          id: z.enum(chatModelNames),
          object: z.literal("model"),
          created: z.int(),
          owned_by: z.string(),
        }),
      ),
    })
    .meta({ id: "ModelList" }),
  price: free,
  errors: [],
});
