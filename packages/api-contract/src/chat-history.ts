import { z } from "zod";
import { sdkUniqueIdSchema } from "./chat.ts";
import type { Limits } from "./limits.ts";
import { defineOperation, free } from "./operation.ts";

const recordsPerPage = 100;
const maxRetentionDays = 36_500;

const wholeNumber = (name: string, min: number, max: number) =>
  z.coerce
    .number(`${name} must be a whole number`)
    .int(`${name} must be a whole number`)
    .min(min, `${name} must be at least ${min}`)
    .max(max, `${name} must be at most ${max}`);

const historyRecordSchema = z
  .object({
    id: z.string(),
    question: z.string(),
    bot: z.string(),
    createdAt: z.iso.datetime(),
    sdkUniqueId: z.string().nullable(),
    model: z.string(),
  })
  .meta({ id: "ChatHistoryRecord" });

export type ChatHistoryRecord = z.infer<typeof historyRecordSchema>;

const session = (limits: Limits) => ({ sdkUniqueId: sdkUniqueIdSchema(limits).optional() });
const common = { tag: "Chat", auth: "key", price: free, errors: [] } as const;

/** Lists the questions and answers that were saved with `chatHistory` on. */
export const listChatHistory = (limits: Limits) =>
  defineOperation({
    ...common,
    id: "listChatHistory",
    method: "GET",
    path: "/chat/chatHistory",
    summary: "List the chat history",
    description:
      "Of one session, or of the whole key without sdkUniqueId. `count` is the total number of matching records.",
    query: z.object({
      limit: wholeNumber("limit", 1, recordsPerPage).default(10),
      offset: wholeNumber("offset", 0, Number.MAX_SAFE_INTEGER).default(0),
      sortBy: z.enum(["createdAt"], "sortBy must be createdAt").default("createdAt"),
      sortOrder: z
        .enum(["desc", "asc", "DESC", "ASC"], "sortOrder must be desc or asc")
        .default("desc")
        .meta({ description: "desc: newest first." }),
      ...session(limits),
    }),
    response: z
      .object({
        status: z.literal(true),
        message: z.string(),
        data: z.object({ rows: z.array(historyRecordSchema), count: z.int().min(0) }),
      })
      .meta({ id: "ChatHistoryResponse" }),
  });

export const deleteChatHistory = (limits: Limits) =>
  defineOperation({
    ...common,
    id: "deleteChatHistory",
    method: "DELETE",
    path: "/chat/chatHistory",
    summary: "Delete chat history",
    description: "Of one session, or of the whole key without sdkUniqueId. This cannot be undone.",
    query: z.object(session(limits)),
    response: z
      .object({
        status: z.literal(true),
        message: z.string(),
        data: z.object({ deleted: z.int().min(0) }),
      })
      .meta({ id: "ChatHistoryDeletion" }),
  });

/** Exports saved questions and answers as JSON Lines. */
export const exportChatHistory = (limits: Limits) =>
  defineOperation({
    ...common,
    id: "exportChatHistory",
    method: "GET",
    path: "/chat/chatHistory/export",
    summary: "Export the chat history",
    description:
      "Every record of a session or of the key, oldest first, as JSON Lines (`application/jsonl`), without a limit on their number.",
    query: z.object(session(limits)),
    response: historyRecordSchema,
    answers: "application/jsonl",
    occupies: "heavyOperations",
  });

const retentionResponse = z
  .object({
    status: z.literal(true),
    message: z.string(),
    data: z.object({ days: z.int().nullable().meta({ description: "null: forever." }) }),
  })
  .meta({ id: "ChatRetentionResponse" });

export const getChatRetention = defineOperation({
  ...common,
  id: "getChatRetention",
  method: "GET",
  path: "/chat/chatHistory/retention",
  summary: "Get the retention period of the chat history",
  description: "For every key of the account.",
  response: retentionResponse,
});

export const putChatRetention = defineOperation({
  ...common,
  id: "putChatRetention",
  method: "PUT",
  path: "/chat/chatHistory/retention",
  summary: "Set the retention period of the chat history",
  description: "For every key of the account. Older records are permanently deleted within an hour.",
  body: z
    .object({
      days: z
        .int("days must be a whole number, or null to keep history for ever")
        .min(1, "days must be at least 1")
        .max(maxRetentionDays, `days must be at most ${maxRetentionDays}`)
        .nullable(),
    })
    .meta({ id: "ChatRetentionRequest" }),
  response: retentionResponse,
});
