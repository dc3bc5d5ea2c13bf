import { z } from "zod";
import { chatModelNames, chatModels } from "./chat-models.ts";
import { auditReportSchema, generatedContractSchema } from "./contract-answers.ts";
import { customContextSchema } from "./custom-context.ts";
import type { Limits } from "./limits.ts";
import { defineOperation, free } from "./operation.ts";

/** The id of a session or user. Conversations with different ids are kept apart. */
export const sdkUniqueIdSchema = ({ sdkUniqueIdCharacters }: Limits) =>
  z
    .string("sdkUniqueId must be text")
    .min(1, "sdkUniqueId must not be empty")
    .max(sdkUniqueIdCharacters, `sdkUniqueId must be at most ${sdkUniqueIdCharacters} characters`);

const requestSchema = (limits: Limits) =>
  z
    .object({
      model: z.enum(chatModelNames, `model is required and must be one of ${chatModelNames.join(", ")}`),
      question: z
        .string("question is required and must be text")
        .max(limits.questionCharacters, `question must be at most ${limits.questionCharacters} characters`)
        .refine((text) => text.trim() !== "", "question is required and must not be empty")
        .meta({ description: "Your question. For the auditor it includes the contract's code." }),
      chatHistory: z.enum(["on", "off"], "chatHistory must be on or off").default("off").meta({
        description: "on: this question and its answer are saved, and earlier ones are part of the prompt.",
      }),
      sdkUniqueId: sdkUniqueIdSchema(limits)
        .optional()
        .meta({ description: "Separates conversations. Requests of the key without an id share one." }),
      useCustomContext: z.boolean("useCustomContext must be true or false").default(false),
      contextInjection: customContextSchema.optional().meta({
        description: "Needs useCustomContext. Fields that you leave out are taken from the saved context.",
      }),
      stream: z
        .boolean("stream must be true or false")
        .default(false)
        .meta({ description: "true: the answer is streamed as raw text." }),
    })
    .refine(({ contextInjection, useCustomContext }) => !contextInjection || useCustomContext, {
      path: ["contextInjection"],
      error: "contextInjection needs useCustomContext: true",
    })
    .meta({ id: "ChatRequest" });

const responseSchema = z
  .object({
    status: z.union([z.literal(true), z.literal("success")]),
    message: z.string(),
    data: z.looseObject({
      user: z.string().optional().meta({ description: "The question, repeated by the contract generator." }),
      bot: z.string().meta({ description: "The answer." }),
      contract: generatedContractSchema.optional(),
      report: auditReportSchema.optional(),
    }),
  })
  .meta({ id: "ChatResponse" });

export type ChatResponse = z.infer<typeof responseSchema>;

/** Answers a question with a chat model, as one response or as a stream. */
export const streamChat = (limits: Limits) =>
  defineOperation({
    id: "streamChat",
    method: "POST",
    path: "/chat/stream",
    tag: "Chat",
    summary: "Ask a chat model",
    description:
      'Buffered JSON by default, and whenever `Accept` prefers JSON at least as much as text. `Accept: text/plain` or `"stream": true` streams raw text, `Accept: text/event-stream` streams events. A stream that ends without its terminating chunk was interrupted and is not charged.',
    auth: "key",
    body: requestSchema(limits),
    response: responseSchema,
    alsoAnswers: ["text/plain", "text/event-stream", "application/sarif+json"],
    canStore: true,
    modelOf: ({ body }) => body.model,
    price: {
      kind: "metered",
      describe:
        "general_assistant 0.5 credits per answer, 1 with chatHistory; smart_contract_generator and smart_contract_auditor 1 credit per answer, 2 with chatHistory. Free: an answer of general_assistant without a model, and an audit that could analyse nothing",
      of: ({ body }) => {
        const { price, historyPrice } = chatModels[body.model];
        return price + (body.chatHistory === "on" ? historyPrice : 0);
      },
    },
    errors: [
      "request_not_covered",
      "engine_failed",
      "engine_unavailable",
      "engine_timeout",
      "too_many_at_once",
    ],
  });

const glossaryTermSchema = z
  .object({ term: z.string(), alsoCalled: z.array(z.string()), meaning: z.string() })
  .meta({ id: "GlossaryTerm" });

/** Lists the terms that the assistant answers from when no model is connected. */
export const listGlossaryTerms = defineOperation({
  id: "listGlossaryTerms",
  method: "GET",
  path: "/chat/glossary",
  tag: "Chat",
  summary: "List the terms that the offline assistant explains",
  description: "The offline engine answers from these terms, states that it is offline, and is free.",
  auth: "key",
  response: z
    .object({
      status: z.literal(true),
      message: z.string(),
      data: z.object({ terms: z.array(glossaryTermSchema) }),
    })
    .meta({ id: "GlossaryResponse" }),
  price: free,
  errors: [],
});
