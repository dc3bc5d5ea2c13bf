import type { Operations } from "@mintwright/api-contract";
import { z } from "zod";
import type { Database } from "../../platform/database/database.ts";
import type { Outbound } from "../../platform/outbound/index.ts";
import { createPageCursor, exactMoment } from "../../platform/page-cursor.ts";
import type { Enqueue } from "../../platform/queue/queue.ts";
import type { ServeOperation } from "../../serving/operation-context.ts";
import { reviveDelivery } from "./deliveries.repository.ts";
import { listDeliveries } from "./delivery-log.repository.ts";
import { getWebhookSecrets, rotateWebhookSecret, type WebhookSecrets } from "./webhook-secret.ts";
import { DeliveryNotFoundError } from "./webhooks.errors.ts";

const cursor = createPageCursor(z.tuple([exactMoment, z.uuid()]));

export interface WebhookParts {
  database: Database;
  enqueue: Enqueue;
  outbound: Outbound;
}

export const toSecretAnswer = ({ secret, previous }: WebhookSecrets) => ({
  secret,
  previousSecretValidUntil: previous?.validUntil.toISOString() ?? null,
});

/** Serves the account's own view of its webhooks: secret, log and replay. */
export function registerWebhookRoutes(
  serve: ServeOperation,
  operations: Operations,
  parts: Omit<WebhookParts, "outbound">,
): void {
  const { database } = parts;
  serve(operations.getWebhookSecret, async ({ caller, answerHeaders }) => {
    answerHeaders["cache-control"] = "no-store";
    return {
      status: true as const,
      message: "Secret that signs the account's webhooks",
      data: toSecretAnswer(await getWebhookSecrets(database, caller.accountId)),
    };
  });

  serve(operations.rotateWebhookSecret, async ({ caller, input: { query }, answerHeaders }) => {
    answerHeaders["cache-control"] = "no-store";
    return {
      status: true as const,
      message: "New secret that signs the account's webhooks",
      data: toSecretAnswer(await rotateWebhookSecret(database, caller.accountId, query.overlapInHours)),
    };
  });

  serve(operations.listWebhookDeliveries, async ({ caller, input: { query } }) => {
    const found = await listDeliveries(database, caller.accountId, {
      limit: query.limit + 1,
      state: query.state,
      endpointId: query.endpointId,
      after: query.cursor ? cursor.decode(query.cursor) : undefined,
    });
    const shown = found.slice(0, query.limit);
    const last = found.length > query.limit ? shown.at(-1) : undefined;
    return {
      status: true as const,
      message: "Webhooks of the account, newest first",
      data: {
        deliveries: shown.map(({ delivery }) => delivery),
        nextCursor: last ? cursor.encode(last.position) : null,
      },
    };
  });

  serve(operations.replayWebhookDelivery, async ({ caller, input: { params } }) => {
    if (!(await reviveDelivery(parts, caller.accountId, params.id))) throw new DeliveryNotFoundError();
    const [found] = await listDeliveries(database, caller.accountId, { limit: 1, deliveryId: params.id });
    if (!found) throw new DeliveryNotFoundError();
    return {
      status: true as const,
      message: "The webhook is sent once more, now",
      data: found.delivery,
    };
  });
}
