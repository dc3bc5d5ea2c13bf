import { dashboardRoutes } from "@mintwright/api-contract/dashboard";
import type { Database } from "../../platform/database/database.ts";
import type { ServeDashboard } from "../../serving/dashboard-context.ts";
import { findDeliveryBody } from "./delivery-log.repository.ts";
import { DeliveryNotFoundError } from "./webhooks.errors.ts";

/** Serves the body of a webhook delivery to the account that it belongs to. */
export function registerWebhooksDashboard(serve: ServeDashboard, database: Database): void {
  serve(dashboardRoutes.getDeliveryBody, async ({ caller: { accountId }, input: { params } }) => {
    const body = await findDeliveryBody(database, accountId, params.deliveryId);
    if (body === undefined) throw new DeliveryNotFoundError();
    return { body };
  });
}
