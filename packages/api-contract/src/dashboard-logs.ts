import { z } from "zod";
import { cursor, limit } from "./collections.ts";
import { defineRoute } from "./dashboard-route.ts";

export const statusClasses = ["success", "error", "client_error", "server_error"] as const;

/** `error` is both kinds of errors. */
export type StatusClass = (typeof statusClasses)[number];

const moment = z.iso.datetime();
const logId = z.string().regex(/^\d{1,18}$/, "logId must be the id of a log entry");

const logSchema = z.object({
  id: logId,
  /** When the response ended. */
  createdAt: moment,
  requestId: z.string(),
  keyId: z.uuid(),
  /** Null if the key is deleted. */
  keyName: z.string().nullable(),
  operation: z.string(),
  model: z.string().nullable(),
  method: z.string(),
  path: z.string(),
  /** 499 if the response was not sent completely: the caller disconnected, or a stream failed. */
  status: z.int(),
  errorCode: z.string().nullable(),
  latencyInMs: z.int(),
  charged: z.number().min(0),
  /** Credits held for work that continues after the response. */
  held: z.number().min(0),
  /** Above 1, the entry stands for this many requests, of which the others are not logged. */
  sampleFactor: z.int().min(1),
});

/** One logged request. */
export type RequestLog = z.infer<typeof logSchema>;

const bodiesSchema = z.object({
  query: z.string().nullable(),
  /** JSON, unless it was shortened. */
  request: z.string().nullable(),
  response: z.string().nullable(),
  isShortened: z.boolean(),
});

/** The stored bodies of a request. */
export type RequestBodies = z.infer<typeof bodiesSchema>;

const settingsSchema = z.object({
  /** The owner's choice. */
  storesBodies: z.boolean(),
  /** The operator's choice: without it, no bodies are stored. */
  canStoreBodies: z.boolean(),
  logDays: z.int().nullable(),
  bodyDays: z.int().nullable(),
  /** Above this many requests a second, only a part of the successful ones is logged. */
  fullRatePerSecond: z.int(),
});

export type LogSettings = z.infer<typeof settingsSchema>;

export const logFilterShape = {
  status: z.enum(statusClasses).optional(),
  operation: z
    .string()
    .regex(/^\w{1,64}$/, "operation must be the id of an operation")
    .optional(),
  keyId: z.uuid("keyId must be the id of a key").optional(),
  model: z.string().min(1).max(64).optional(),
  requestId: z
    .string()
    .regex(/^[A-Za-z0-9._:/=+-]{1,128}$/, "requestId must be the x-request-id of an answer")
    .optional(),
};

const rangeShape = { from: moment.optional(), to: moment.optional() };
const params = z.object({ logId });

/**
 * Routes of the request log. They need a session: a key must not read what other keys sent. Bodies have a route of their
 * own, because not everyone who may read the log may read them.
 */
export const logRoutes = {
  listLogs: defineRoute({
    method: "GET",
    path: "/logs",
    query: z.object({ ...logFilterShape, ...rangeShape, limit: limit(100, 50), cursor }),
    response: z.object({ logs: z.array(logSchema), nextCursor: z.string().nullable() }),
  }),
  /** Server-sent events: new entries after the id `after`, or from now on. */
  watchLogs: defineRoute({
    method: "GET",
    path: "/logs/events",
    occupies: "streams",
    query: z.object({ ...logFilterShape, after: logId.optional() }),
    response: z.string(),
  }),
  exportLogs: defineRoute({
    method: "GET",
    path: "/logs/export",
    occupies: "heavyOperations",
    response: z.string(),
  }),
  getLogSettings: defineRoute({ method: "GET", path: "/logs/settings", response: settingsSchema }),
  putLogSettings: defineRoute({
    method: "PUT",
    path: "/logs/settings",
    body: z.object({ storesBodies: z.boolean() }),
    response: settingsSchema,
  }),
  getLog: defineRoute({
    method: "GET",
    path: "/logs/{logId}",
    params,
    response: logSchema.extend({ hasBodies: z.boolean() }),
  }),
  getLogBodies: defineRoute({
    method: "GET",
    path: "/logs/{logId}/bodies",
    params,
    response: bodiesSchema,
  }),
} as const;
