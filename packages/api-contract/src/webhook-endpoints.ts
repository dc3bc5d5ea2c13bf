import { z } from "zod";
import { webhookEvents } from "./list-values.ts";
import { defineOperation, free } from "./operation.ts";
import { deliverySchema, overlapQuerySchema, secretResponseSchema } from "./webhooks.ts";

export const maxWebhookEndpoints = 20;

const endpointSchema = z
  .object({
    id: z.uuid(),
    url: z.string(),
    description: z.string(),
    events: z.array(z.string()).nullable(),
    isEnabled: z.boolean(),
    goneAt: z.iso.datetime().nullable().meta({
      description: "When the receiver answered 410 Gone. Nothing is sent to it until it is enabled again.",
    }),
    previousSecretValidUntil: z.iso.datetime().nullable(),
    createdAt: z.iso.datetime(),
  })
  .meta({ id: "WebhookEndpoint" });

export type WebhookEndpoint = z.infer<typeof endpointSchema>;

const newEndpointSchema = z
  .object({
    url: z.url({ protocol: /^https?$/, error: "url must be an http or https URL" }),
    description: z
      .string()
      .trim()
      .max(200, "description has at most 200 characters")
      .default("")
      .meta({ description: "A name for people." }),
    events: z
      .array(z.enum(webhookEvents, `events must be of ${webhookEvents.join(", ")}`))
      .min(1, "events must name at least one event; leave it out for all")
      .nullable()
      .default(null)
      .meta({ description: "The types of events to send; null for all, also those of later versions." }),
  })
  .meta({ id: "WebhookEndpointRequest" });

const changeSchema = newEndpointSchema
  .extend({ isEnabled: z.boolean("isEnabled must be true or false").default(true) })
  .meta({ id: "WebhookEndpointChange" });

export type NewWebhookEndpoint = z.infer<typeof newEndpointSchema>;
export type WebhookEndpointChange = z.infer<typeof changeSchema>;

const answer = <Data extends z.ZodType>(id: string, data: Data) =>
  z.object({ status: z.literal(true), message: z.string(), data }).meta({ id });

const endpointResponseSchema = answer("WebhookEndpointResponse", endpointSchema);
const params = z.object({ endpointId: z.uuid("endpointId must be the id of an endpoint") });
const bodyErrors = ["malformed_json", "body_too_large", "unsupported_media_type"] as const;

export const createWebhookEndpoint = defineOperation({
  id: "createWebhookEndpoint",
  method: "POST",
  path: "/webhooks/endpoints",
  tag: "Webhooks",
  summary: "Create a webhook endpoint",
  description: `Every event of the account that \`events\` names is sent to the endpoint, signed with a secret of its own (\`GET /webhooks/endpoints/{endpointId}/secret\`). An account has at most ${maxWebhookEndpoints} endpoints.`,
  auth: "key",
  body: newEndpointSchema,
  response: endpointResponseSchema,
  price: free,
  errors: ["webhook_url_refused", "too_many_endpoints"],
});

export const listWebhookEndpoints = defineOperation({
  id: "listWebhookEndpoints",
  method: "GET",
  path: "/webhooks/endpoints",
  tag: "Webhooks",
  summary: "List the account's webhook endpoints",
  description: "Oldest first.",
  auth: "key",
  response: answer("WebhookEndpointsResponse", z.array(endpointSchema)),
  price: free,
  errors: [],
});

export const changeWebhookEndpoint = defineOperation({
  id: "changeWebhookEndpoint",
  method: "PUT",
  path: "/webhooks/endpoints/{endpointId}",
  tag: "Webhooks",
  summary: "Change a webhook endpoint",
  description:
    "Replaces all settings: one that is left out gets its default. Pending deliveries are sent to the new URL. A disabled endpoint gets no new events, and its pending deliveries stop. Enabled, a receiver that answered 410 is tried again.",
  auth: "key",
  params,
  body: changeSchema,
  response: endpointResponseSchema,
  price: free,
  errors: ["not_found", "webhook_url_refused"],
});

export const deleteWebhookEndpoint = defineOperation({
  id: "deleteWebhookEndpoint",
  method: "DELETE",
  path: "/webhooks/endpoints/{endpointId}",
  tag: "Webhooks",
  summary: "Delete a webhook endpoint",
  description: "Its pending deliveries stop. The log keeps what was sent.",
  auth: "key",
  params,
  response: answer("WebhookEndpointDeletedResponse", z.object({ id: z.uuid() })),
  price: free,
  errors: ["not_found"],
});

export const getWebhookEndpointSecret = defineOperation({
  id: "getWebhookEndpointSecret",
  method: "GET",
  path: "/webhooks/endpoints/{endpointId}/secret",
  tag: "Webhooks",
  summary: "Get the signing secret of a webhook endpoint",
  description: "Verifies what is sent to this endpoint, as `GET /webhooks/secret` does for a `webhookUrl`.",
  auth: "key",
  params,
  response: secretResponseSchema,
  price: free,
  errors: ["not_found"],
});

export const rotateWebhookEndpointSecret = defineOperation({
  id: "rotateWebhookEndpointSecret",
  method: "POST",
  path: "/webhooks/endpoints/{endpointId}/secret/rotate",
  tag: "Webhooks",
  summary: "Rotate the signing secret of a webhook endpoint",
  description:
    "As `POST /webhooks/secret/rotate`: until the overlap ends, every webhook has a signature of both secrets.",
  auth: "key",
  params,
  query: overlapQuerySchema,
  response: secretResponseSchema,
  price: free,
  errors: ["not_found", ...bodyErrors],
});

export const testWebhookEndpoint = defineOperation({
  id: "testWebhookEndpoint",
  method: "POST",
  path: "/webhooks/endpoints/{endpointId}/test",
  tag: "Webhooks",
  summary: "Send a test event to a webhook endpoint",
  description:
    "Sends a signed event of type `webhook.test` now, whatever `events` says. The delivery shows the attempts, as any other.",
  auth: "key",
  params,
  response: answer("WebhookTestResponse", deliverySchema),
  price: free,
  errors: ["not_found", ...bodyErrors],
});

export const replayFailedWebhooks = defineOperation({
  id: "replayFailedWebhooks",
  method: "POST",
  path: "/webhooks/deliveries/replay",
  tag: "Webhooks",
  summary: "Replay all failed webhook deliveries since a time",
  description:
    "Replays the deliveries that were created since then and are `failed` or `stopped`, oldest first, at most 1,000 a call. Call it again while `hasMore` is true.",
  auth: "key",
  body: z
    .object({
      since: z.iso.datetime({ offset: true, error: "since must be a time such as 2026-01-31T08:00:00Z" }),
      endpointId: z.uuid("endpointId must be the id of an endpoint").optional(),
    })
    .meta({ id: "WebhookReplayRequest" }),
  response: answer("WebhookReplaysResponse", z.object({ replayed: z.int().min(0), hasMore: z.boolean() })),
  price: free,
  errors: [],
});
