import { maxWebhookEndpoints, type Operations } from "@mintwright/api-contract";
import { AppError } from "../../platform/errors.ts";
import type { ServeOperation } from "../../serving/operation-context.ts";
import { reviveFailedDeliveries } from "./deliveries.repository.ts";
import { listDeliveries } from "./delivery-log.repository.ts";
import { findEndpointSecrets, rotateEndpointSecret } from "./endpoint-secret.ts";
import { deleteEndpoint, insertEndpoint, listEndpoints, replaceEndpoint } from "./endpoints.repository.ts";
import { queueTest } from "./queue-webhook.ts";
import { checkWebhookUrl } from "./webhook-url.ts";
import { DeliveryNotFoundError, EndpointNotFoundError } from "./webhooks.errors.ts";
import { toSecretAnswer, type WebhookParts } from "./webhooks.routes.ts";

const maxReplaysPerCall = 1_000;

/** Serves the endpoints of an account: settings, secrets, test events and the replay of what failed. */
export function registerEndpointRoutes(
  serve: ServeOperation,
  operations: Operations,
  parts: WebhookParts,
): void {
  const { database, enqueue, outbound } = parts;
  serve(operations.createWebhookEndpoint, async ({ caller, input: { body }, signal }) => {
    await checkWebhookUrl(outbound, body.url, signal, "url");
    const endpoint = await insertEndpoint(database, caller.accountId, body);
    if (!endpoint)
      throw new AppError(
        "too_many_endpoints",
        `An account has at most ${maxWebhookEndpoints} webhook endpoints. Delete one first.`,
      );
    return { status: true as const, message: "The endpoint gets events from now on", data: endpoint };
  });

  serve(operations.listWebhookEndpoints, async ({ caller }) => ({
    status: true as const,
    message: "Webhook endpoints of the account, oldest first",
    data: await listEndpoints(database, caller.accountId),
  }));

  serve(operations.changeWebhookEndpoint, async ({ caller, input: { params, body }, signal }) => {
    await checkWebhookUrl(outbound, body.url, signal, "url");
    const endpoint = await replaceEndpoint(database, caller.accountId, params.endpointId, body);
    if (!endpoint) throw new EndpointNotFoundError();
    return { status: true as const, message: "The endpoint has changed", data: endpoint };
  });

  serve(operations.deleteWebhookEndpoint, async ({ caller, input: { params } }) => {
    if (!(await deleteEndpoint(database, caller.accountId, params.endpointId)))
      throw new EndpointNotFoundError();
    return { status: true as const, message: "The endpoint is deleted", data: { id: params.endpointId } };
  });

  serve(operations.getWebhookEndpointSecret, async ({ caller, input: { params }, answerHeaders }) => {
    answerHeaders["cache-control"] = "no-store";
    const secrets = await findEndpointSecrets(database, caller.accountId, params.endpointId);
    if (!secrets) throw new EndpointNotFoundError();
    return {
      status: true as const,
      message: "Secret that signs the endpoint's webhooks",
      data: toSecretAnswer(secrets),
    };
  });

  serve(operations.rotateWebhookEndpointSecret, async ({ caller, input, answerHeaders }) => {
    answerHeaders["cache-control"] = "no-store";
    const { endpointId } = input.params;
    const { overlapInHours } = input.query;
    const secrets = await rotateEndpointSecret(database, caller.accountId, endpointId, overlapInHours);
    if (!secrets) throw new EndpointNotFoundError();
    return {
      status: true as const,
      message: "New secret that signs the endpoint's webhooks",
      data: toSecretAnswer(secrets),
    };
  });

  serve(operations.testWebhookEndpoint, async ({ caller: { accountId }, input: { params } }) => {
    const deliveryId = await database
      .transaction()
      .execute((transaction) => queueTest(transaction, enqueue, accountId, params.endpointId));
    if (!deliveryId) throw new EndpointNotFoundError();
    const [found] = await listDeliveries(database, accountId, { limit: 1, deliveryId });
    if (!found) throw new DeliveryNotFoundError();
    return { status: true as const, message: "A test event is sent now", data: found.delivery };
  });

  serve(operations.replayFailedWebhooks, async ({ caller, input: { body } }) => {
    const replayed = await reviveFailedDeliveries(parts, caller.accountId, {
      ...body,
      limit: maxReplaysPerCall,
    });
    return {
      status: true as const,
      message: "The webhooks are sent once more, now",
      data: { replayed, hasMore: replayed === maxReplaysPerCall },
    };
  });
}
