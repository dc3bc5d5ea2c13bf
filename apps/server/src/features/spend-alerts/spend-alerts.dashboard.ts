import { dashboardRoutes, maxSpendAlerts } from "@mintwright/api-contract/dashboard";
import type { Database } from "../../platform/database/database.ts";
import { AppError } from "../../platform/errors.ts";
import type { ServeDashboard } from "../../serving/dashboard-context.ts";
import { deleteAlert, insertAlert, listAlerts } from "./spend-alerts.repository.ts";

/** Serves the spend alerts of an account. */
export function registerSpendAlertsDashboard(serve: ServeDashboard, database: Database): void {
  serve(dashboardRoutes.listSpendAlerts, async ({ caller: { accountId } }) => ({
    alerts: await listAlerts(database, accountId),
  }));

  serve(dashboardRoutes.createSpendAlert, async ({ caller: { accountId }, input: { body } }) => {
    const alert = await insertAlert(database, accountId, body);
    if (!alert)
      throw new AppError(
        "account_limit_reached",
        `An account has at most ${maxSpendAlerts} spend alerts. Delete one first.`,
      );
    return alert;
  });

  serve(dashboardRoutes.deleteSpendAlert, async ({ caller: { accountId }, input: { params } }) => {
    if (!(await deleteAlert(database, accountId, params.spendAlertId)))
      throw new AppError("not_found", "This account has no spend alert with this id.");
    return { done: true as const };
  });
}
