import { maxNewsAlerts, type Operations } from "@mintwright/api-contract";
import type { Database } from "../../../platform/database/database.ts";
import { AppError } from "../../../platform/errors.ts";
import type { Outbound } from "../../../platform/outbound/index.ts";
import type { ServeOperation } from "../../../serving/operation-context.ts";
import { checkWebhookUrl } from "../../webhooks/index.ts";
import { deleteAlert, insertAlert, listAlerts } from "./alerts.repository.ts";

/** Serves the alerts of an account. */
export function registerAlertRoutes(
  serve: ServeOperation,
  operations: Operations,
  { database, outbound }: { database: Database; outbound: Outbound },
): void {
  serve(operations.createNewsAlert, async ({ caller, input: { body }, signal }) => {
    const { webhookUrl, ...filter } = body;
    await checkWebhookUrl(outbound, webhookUrl, signal);
    const alert = await insertAlert(database, caller.accountId, filter, webhookUrl);
    if (!alert)
      throw new AppError(
        "too_many_alerts",
        `An account has at most ${maxNewsAlerts} alerts. End one with DELETE /news/alerts/{id} first.`,
      );
    return { status: true as const, message: "New articles that fit will be sent", data: alert };
  });

  serve(operations.listNewsAlerts, async ({ caller }) => ({
    status: true as const,
    message: "Alerts of the account, newest first",
    data: await listAlerts(database, caller.accountId),
  }));

  serve(operations.deleteNewsAlert, async ({ caller, input: { params } }) => {
    if (!(await deleteAlert(database, caller.accountId, params.id)))
      throw new AppError(
        "not_found",
        "There is no such alert. GET /news/alerts lists those of your account.",
      );
    return { status: true as const, message: "The alert has ended", data: { id: params.id } };
  });
}
