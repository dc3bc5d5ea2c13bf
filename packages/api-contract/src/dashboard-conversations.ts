import { z } from "zod";

const moment = z.iso.datetime();
const cursor = z
  .string()
  .max(1_000)
  .optional()
  .meta({ description: "The `nextCursor` of an earlier response." });
const keyId = z.uuid("keyId must be the id of a key");
/** Omitted for the conversation that all requests without an id share. */
const session = { sdkUniqueId: z.string().max(10_000).optional() };
const params = z.object({ keyId });
const exported = { format: z.enum(["json", "markdown"]).default("json") };

const conversationSchema = z.object({
  keyId,
  keyName: z.string().nullable(),
  /** Null for the conversation of requests without an id. */
  sdkUniqueId: z.string().nullable(),
  records: z.int(),
  lastAt: moment,
  /** The beginning of the newest question. */
  question: z.string(),
});

export type Conversation = z.infer<typeof conversationSchema>;

const recordSchema = z.object({
  id: z.string(),
  createdAt: moment,
  model: z.string(),
  question: z.string(),
  answer: z.string(),
  /** What the answer cost; null when it is not known yet. */
  credits: z.number().nullable(),
});

export type ConversationRecord = z.infer<typeof recordSchema>;

const foundSchema = recordSchema.omit({ answer: true, credits: true }).extend({
  keyId,
  keyName: z.string().nullable(),
  sdkUniqueId: z.string().nullable(),
  excerpt: z.string(),
  /** Reads the conversation backwards from this position. */
  cursor: z.string(),
});

/** A search result: the beginning of the question, and the part of the answer that contains the words. */
export type FoundRecord = z.infer<typeof foundSchema>;

/** Routes for the conversations of all keys of the account. */
export const conversationRoutes = {
  listConversations: {
    method: "GET",
    path: "/conversations",
    query: z.object({ keyId: keyId.optional(), cursor }),
    response: z.object({ conversations: z.array(conversationSchema), nextCursor: z.string().nullable() }),
  },
  searchConversations: {
    method: "GET",
    path: "/conversations/search",
    query: z.object({ text: z.string().trim().max(200).default(""), keyId: keyId.optional(), cursor }),
    response: z.object({ found: z.array(foundSchema), nextCursor: z.string().nullable() }),
  },
  exportConversations: {
    method: "GET",
    path: "/conversations/export",
    occupies: "heavyOperations",
    query: z.object(exported),
    response: z.string(),
  },
  deleteConversations: {
    method: "POST",
    path: "/conversations/delete-all",
    response: z.object({ deleted: z.int() }),
  },
  readConversation: {
    method: "GET",
    path: "/keys/{keyId}/conversation",
    params,
    query: z.object({ ...session, cursor }),
    response: z.object({
      conversation: conversationSchema,
      /** Newest first. */
      records: z.array(recordSchema),
      nextCursor: z.string().nullable(),
    }),
  },
  exportConversation: {
    method: "GET",
    path: "/keys/{keyId}/conversation/export",
    params,
    query: z.object({ ...session, ...exported }),
    response: z.string(),
  },
  deleteConversation: {
    method: "DELETE",
    path: "/keys/{keyId}/conversation",
    params,
    query: z.object(session),
    response: z.object({ deleted: z.int() }),
  },
} as const;
