import { z } from "zod";
import { defineOperation, free } from "./operation.ts";

const pageDeliveries = 100;

/** Where a delivery stands: still tried, arrived, given up, or stopped because its receiver is gone. */
export const webhookStates = ["pending", "delivered", "failed", "stopped"] as const;

const attemptSchema = z
  .object({
    attempt: z.int().min(1),
    endedAt: z.iso.datetime(),
    elapsedInMs: z.int().min(0),
    status: z.int().nullable().meta({ description: "What the receiver answered; null without an answer." }),
    error: z.string().nullable().meta({ description: "Why the attempt does not count; null when it does." }),
  })
  .meta({ id: "WebhookAttempt" });

const deliverySchema = z
  .object({
    id: z.string().meta({ description: "The same in every attempt, as the header `webhook-id`." }),
    url: z.string(),
    type: z.string(),
    state: z.enum(webhookStates),
    createdAt: z.iso.datetime(),
    nextAttemptAt: z.iso.datetime().nullable(),
    attempts: z.array(attemptSchema).meta({ description: "The newest first, twenty at most." }),
  })
  .meta({ id: "WebhookDelivery" });

export type WebhookDelivery = z.infer<typeof deliverySchema>;

const paramsSchema = z.object({ id: z.uuid("id must be the id of a delivery") });

const secretResponseSchema = z
  .object({
    status: z.literal(true),
    message: z.string(),
    data: z.object({
      secret: z.string().regex(/^whsec_/),
      previousSecretValidUntil: z.iso.datetime().nullable().meta({
        description: "Until when the secret before also signs; null when there is none.",
      }),
    }),
  })
  .meta({ id: "WebhookSecretResponse" });

const maxOverlapInHours = 168;

/** Reads the secret that signs the account's webhooks. */
export const getWebhookSecret = defineOperation({
  id: "getWebhookSecret",
  method: "GET",
  path: "/webhooks/secret",
  tag: "Webhooks",
  summary: "Read the secret that signs the account's webhooks",
  description:
    "Every webhook carries `webhook-id`, `webhook-timestamp` and `webhook-signature` as [Standard Webhooks](https://www.standardwebhooks.com) describes them; any of its libraries verifies them with this secret. It is made when it is first needed.",
  auth: "key",
  response: secretResponseSchema,
  price: free,
  errors: [],
});

/** Replaces the secret that signs the account's webhooks. */
export const rotateWebhookSecret = defineOperation({
  id: "rotateWebhookSecret",
  method: "POST",
  path: "/webhooks/secret/rotate",
  tag: "Webhooks",
  summary: "Replace the secret that signs the account's webhooks",
  description:
    "Answers the new secret. Until the overlap ends, every webhook carries two signatures, one of each secret, so a receiver verifies it with either. With `overlapInHours=0` the old secret stops signing at once. At most two secrets sign: rotating again during the overlap drops the older one.",
  auth: "key",
  query: z.object({
    overlapInHours: z.coerce
      .number("overlapInHours must be a whole number")
      .int("overlapInHours must be a whole number")
      .min(0, "overlapInHours must be at least 0")
      .max(maxOverlapInHours, `overlapInHours must be at most ${maxOverlapInHours}`)
      .default(24),
  }),
  response: secretResponseSchema,
  price: free,
  errors: ["malformed_json", "body_too_large", "unsupported_media_type"],
});

/** Lists what was sent to the account's receivers and how it went. */
export const listWebhookDeliveries = defineOperation({
  id: "listWebhookDeliveries",
  method: "GET",
  path: "/webhooks/deliveries",
  tag: "Webhooks",
  summary: "List the account's webhooks and how their delivery went",
  description: "Newest first, kept for 30 days. `nextCursor` continues the list.",
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

/** Sends a webhook once more. */
export const replayWebhookDelivery = defineOperation({
  id: "replayWebhookDelivery",
  method: "POST",
  path: "/webhooks/deliveries/{id}/replay",
  tag: "Webhooks",
  summary: "Send a webhook once more",
  description:
    "The same body under the same `webhook-id`, now, and retried for another day if need be. Also takes a receiver that answered 410 into use again.",
  auth: "key",
  params: paramsSchema,
  response: z
    .object({ status: z.literal(true), message: z.string(), data: deliverySchema })
    .meta({ id: "WebhookReplayResponse" }),
  price: free,
  errors: ["not_found", "malformed_json", "body_too_large", "unsupported_media_type"],
});
