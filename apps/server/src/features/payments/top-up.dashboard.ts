import { fromCredits, toCredits } from "@mintwright/api-contract";
import { dashboardRoutes } from "@mintwright/api-contract/dashboard";
import type { Database } from "../../platform/database/database.ts";
import { AppError } from "../../platform/errors.ts";
import type { ServeDashboard } from "../../serving/dashboard-context.ts";
import { takeAttempts } from "../limits/index.ts";
import type { PaymentService } from "./payments.service.ts";
import { findMethod, findTopUp, saveTopUp, switchOffTopUp } from "./top-up.repository.ts";

/** Serves automatic top-up and the saved payment method. Without a service there is none. */
export function registerTopUpDashboard(
  serve: ServeDashboard,
  { database, payments }: { database: Database; payments: PaymentService | undefined },
): void {
  const getPayments = () => {
    if (!payments)
      throw new AppError("not_found", "Buying credits is not enabled. Ask the operator for credits.");
    return payments;
  };

  serve(dashboardRoutes.getTopUp, async ({ caller: { accountId } }) => {
    const [method, topUp] = [await findMethod(database, accountId), await findTopUp(database, accountId)];
    return {
      methodName: method?.name ?? null,
      topUp: topUp
        ? {
            isEnabled: topUp.is_enabled,
            below: toCredits(topUp.below),
            credits: toCredits(topUp.credits),
            monthlyLimit: topUp.monthly_limit,
            boughtThisMonth: topUp.bought_this_month,
            stoppedReason: topUp.stopped_reason,
          }
        : null,
    };
  });

  serve(dashboardRoutes.putTopUp, async ({ caller: { accountId }, input: { body } }) => {
    const { packs, currency } = getPayments().offer;
    // Also when its pack is no longer sold.
    if (!body.isEnabled) {
      await switchOffTopUp(database, accountId);
      return { done: true as const };
    }
    const pack = packs.find(({ credits }) => credits === body.credits);
    if (!pack) throw new AppError("invalid_request", `There is no pack of ${body.credits} credits.`);
    if (body.monthlyLimit < pack.amount)
      throw new AppError("invalid_request", "The monthly limit must be at least the price of one pack.");
    if (!(await findMethod(database, accountId)))
      throw new AppError("invalid_request", "Save a payment method first.");
    await saveTopUp(database, accountId, {
      below: fromCredits(body.below),
      credits: fromCredits(pack.credits),
      amount: pack.amount,
      currency,
      monthlyLimit: body.monthlyLimit,
    });
    return { done: true as const };
  });

  serve(dashboardRoutes.startMethodSetup, async ({ caller: { accountId } }) => {
    const service = getPayments();
    await takeAttempts(database, [{ subject: `payment ${accountId}`, attempts: 30, windowInSeconds: 3600 }]);
    return service.startSetup(accountId);
  });

  serve(dashboardRoutes.deleteMethod, async ({ caller: { accountId } }) => {
    await getPayments().forgetMethod(accountId);
    return { done: true as const };
  });
}
