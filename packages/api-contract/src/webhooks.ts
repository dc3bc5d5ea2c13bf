import { z } from "zod";
import { webhookStates } from "./list-values.ts";
import { defineOperation, free } from "./operation.ts";

const pageDeliveries = 100;

const attemptSchema = z
  .object({
    attempt: z.int().min(1),
    endedAt: z.iso.datetime(),
    elapsedInMs: z.int().min(0),
    status: z.int().nullable().meta({ description: "The receiver's HTTP status; null without a response." }),
    error: z.string().nullable().meta({ description: "Why the attempt failed; null if it succeeded." }),
    response: z.string().nullable().meta({
      description: "The first 1,000 characters of the receiver's response; null if it has no text.",
    }),
  })
  .meta({ id: "WebhookAttempt" });

export const deliverySchema = z
  .object({
    id: z.string().meta({ description: "The same for every attempt, and equal to the header `webhook-id`." }),
    endpointId: z
      .uuid()
      .nullable()
      .meta({ description: "The endpoint that it is for; null for the `webhookUrl` of a request." }),
    url: z.string(),
    type: z.string(),
    state: z.enum(webhookStates),
    createdAt: z.iso.datetime(),
    nextAttemptAt: z.iso.datetime().nullable(),
    attempts: z.array(attemptSchema).meta({ description: "Newest first, at most twenty." }),
  })
  .meta({ id: "WebhookDelivery" });

export type WebhookDelivery = z.infer<typeof deliverySchema>;

const paramsSchema = z.object({ id: z.uuid("id must be the id of a delivery") });

export const secretResponseSchema = z
  .object({
    status: z.literal(true),
    message: z.string(),
    data: z.object({
      secret: z.string().regex(/^whsec_/),
      previousSecretValidUntil: z.iso.datetime().nullable().meta({
        description: "The time until which the previous secret also signs; null if there is none.",
      }),
    }),
  })
  .meta({ id: "WebhookSecretResponse" });

const maxOverlapInHours = 168;

export const overlapQuerySchema = z.object({
  overlapInHours: z.coerce
    .number("overlapInHours must be a whole number")
    .int("overlapInHours must be a whole number")
    .min(0, "overlapInHours must be at least 0")
    .max(maxOverlapInHours, `overlapInHours must be at most ${maxOverlapInHours}`)
    .default(24),
});

export const getWebhookSecret = defineOperation({
  id: "getWebhookSecret",
  method: "GET",
  path: "/webhooks/secret",
  tag: "Webhooks",
  summary: "Get the signing secret of the account's webhooks",
  description:
    "Every webhook has `webhook-id`, `webhook-timestamp` and `webhook-signature` as defined by [Standard Webhooks](https://www.standardwebhooks.com); any of its libraries verifies them with this secret. The secret is created on first use.",
  auth: "key",
  response: secretResponseSchema,
  price: free,
  errors: [],
});

export const rotateWebhookSecret = defineOperation({
  id: "rotateWebhookSecret",
  method: "POST",
  path: "/webhooks/secret/rotate",
  tag: "Webhooks",
  summary: "Rotate the signing secret of the account's webhooks",
  description:
    "Returns the new secret. Until the overlap ends, every webhook has two signatures, one per secret, so that a receiver can verify it with either. With `overlapInHours=0` the old secret stops signing at once. At most two secrets sign: rotating again during the overlap drops the older one.",
  auth: "key",
  query: overlapQuerySchema,
  response: secretResponseSchema,
  price: free,
  errors: ["malformed_json", "body_too_large", "unsupported_media_type"],
});

export const listWebhookDeliveries = defineOperation({
  id: "listWebhookDeliveries",
  method: "GET",
  path: "/webhooks/deliveries",
  tag: "Webhooks",
  summary: "List webhook deliveries",
  description:
    "Newest first, kept for 30 days unless the operator sets another time. `nextCursor` continues the list.",
  auth: "key",
  query: z.object({
    limit: z.coerce
      .number("limit must be a whole number")
      .int("limit must be a whole number")
      .min(1, "limit must be at least 1")
      .max(pageDeliveries, `limit must be at most ${pageDeliveries}`)
      .default(20),
    cursor: z
      .string()
      .regex(/^[A-Za-z0-9_-]{1,200}$/, "cursor must be the nextCursor of an earlier answer")
      .optional(),
    state: z.enum(webhookStates, `state must be one of ${webhookStates.join(", ")}`).optional(),
    endpointId: z
      .uuid("endpointId must be the id of an endpoint")
      .optional()
      .meta({ description: "Only deliveries to this endpoint." }),
  }),
  response: z
    .object({
      status: z.literal(true),
      message: z.string(),
      data: z.object({ deliveries: z.array(deliverySchema), nextCursor: z.string().nullable() }),
    })
    .meta({ id: "WebhookDeliveriesResponse" }),
  price: free,
  errors: [],
});

export const replayWebhookDelivery = defineOperation({
  id: "replayWebhookDelivery",
  method: "POST",
  path: "/webhooks/deliveries/{id}/replay",
  tag: "Webhooks",
  summary: "Replay a webhook delivery",
  description:
    "Sends the same body with the same `webhook-id` now, and retries for another day if it fails. Also re-enables a receiver that returned 410.",
  auth: "key",
  params: paramsSchema,
  response: z
    .object({ status: z.literal(true), message: z.string(), data: deliverySchema })
    .meta({ id: "WebhookReplayResponse" }),
  price: free,
  errors: ["not_found", "malformed_json", "body_too_large", "unsupported_media_type"],
});
