import { type Call, toCall } from "./call.ts";
import type {
  ListWebhookDeliveriesQuery,
  WebhookDeliveriesResponse,
  WebhookDelivery,
  WebhookEndpoint,
  WebhookEndpointChange,
  WebhookEndpointDeletedResponse,
  WebhookEndpointRequest,
  WebhookEndpointResponse,
  WebhookEndpointsResponse,
  WebhookReplayRequest,
  WebhookReplayResponse,
  WebhookReplaysResponse,
  WebhookSecretResponse,
  WebhookTestResponse,
} from "./contract.ts";
import { unwrap } from "./dry-run.ts";
import { createListing, type Listing } from "./listing.ts";
import type { CallOptions } from "./options.ts";
import type { Transport } from "./transport.ts";

/** The secret of an endpoint, and until when the one before it also signs. */
export type EndpointSecret = WebhookSecretResponse["data"];

/** URLs of your server that get the events they choose. */
export interface WebhookEndpoints {
  create(request: WebhookEndpointRequest, options?: CallOptions): Call<WebhookEndpoint>;
  list(options?: CallOptions): Call<WebhookEndpoint[]>;
  /** Replaces all settings: one that is left out gets its default. */
  change(endpointId: string, change: WebhookEndpointChange, options?: CallOptions): Call<WebhookEndpoint>;
  delete(endpointId: string, options?: CallOptions): Call<{ id: string }>;
  /** Sends an event of type `webhook.test`. */
  test(endpointId: string, options?: CallOptions): Call<WebhookDelivery>;
  secret(endpointId: string, options?: CallOptions): Call<EndpointSecret>;
  /** Replaces the secret. The old one also signs for `overlapInHours`, 24 unless given. */
  rotateSecret(endpointId: string, overlapInHours?: number, options?: CallOptions): Call<EndpointSecret>;
}

/** What was sent, attempt by attempt. */
export interface WebhookDeliveries {
  /** Lists deliveries, newest first. */
  list(
    query?: ListWebhookDeliveriesQuery,
    options?: CallOptions,
  ): Listing<WebhookDelivery, WebhookDeliveriesResponse["data"]>;
  /** Sends a delivery again, with the same body and id. */
  replay(id: string, options?: CallOptions): Call<WebhookDelivery>;
  /** Sends deliveries again that failed or stopped since a time, at most 1,000 a call. */
  replayFailed(request: WebhookReplayRequest, options?: CallOptions): Call<WebhookReplaysResponse["data"]>;
}

export function createWebhookEndpoints(transport: Transport): WebhookEndpoints {
  return {
    create: (body, options) =>
      toCall(
        transport.json<WebhookEndpointResponse>("createWebhookEndpoint", { body }, options).then(unwrap),
      ),
    list: (options) =>
      toCall(transport.json<WebhookEndpointsResponse>("listWebhookEndpoints", {}, options).then(unwrap)),
    change: (endpointId, body, options) => {
      const input = { params: { endpointId }, body };
      return toCall(
        transport.json<WebhookEndpointResponse>("changeWebhookEndpoint", input, options).then(unwrap),
      );
    },
    delete: (endpointId, options) => {
      const input = { params: { endpointId } };
      return toCall(
        transport.json<WebhookEndpointDeletedResponse>("deleteWebhookEndpoint", input, options).then(unwrap),
      );
    },
    test: (endpointId, options) => {
      const input = { params: { endpointId } };
      return toCall(transport.json<WebhookTestResponse>("testWebhookEndpoint", input, options).then(unwrap));
    },
    secret: (endpointId, options) => {
      const input = { params: { endpointId } };
      return toCall(
        transport.json<WebhookSecretResponse>("getWebhookEndpointSecret", input, options).then(unwrap),
      );
    },
    rotateSecret: (endpointId, overlapInHours = 24, options = {}) => {
      const input = { params: { endpointId }, query: { overlapInHours } };
      return toCall(
        transport.json<WebhookSecretResponse>("rotateWebhookEndpointSecret", input, options).then(unwrap),
      );
    },
  };
}

export function createWebhookDeliveries(transport: Transport): WebhookDeliveries {
  return {
    list: (query = {}, options = {}) =>
      createListing<WebhookDelivery, WebhookDeliveriesResponse["data"], string>(
        async (cursor = query.cursor) => {
          const input = { query: { ...query, cursor } };
          return unwrap(
            await transport.json<WebhookDeliveriesResponse>("listWebhookDeliveries", input, options),
          );
        },
        (page) => page.nextCursor,
        (page) => page.deliveries,
      ),
    replay: (id, options) =>
      toCall(
        transport
          .json<WebhookReplayResponse>("replayWebhookDelivery", { params: { id } }, options)
          .then(unwrap),
      ),
    replayFailed: (body, options) =>
      toCall(transport.json<WebhookReplaysResponse>("replayFailedWebhooks", { body }, options).then(unwrap)),
  };
}
