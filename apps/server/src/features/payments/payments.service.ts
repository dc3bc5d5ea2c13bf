import { randomUUID } from "node:crypto";
import { fromCredits, toCredits } from "@mintwright/api-contract";
import type { DashboardPayment, PaymentOffer } from "@mintwright/api-contract/dashboard";
import { type PaymentProvider, UnsignedEventError } from "../../engines/payment/index.ts";
import type { Database } from "../../platform/database/database.ts";
import { AppError, ServiceUnavailableError } from "../../platform/errors.ts";
import type { Logger } from "../../platform/logging.ts";
import { applyFact, findPayment, insertPayment } from "./payments.repository.ts";
import { deleteMethod, findMethod } from "./top-up.repository.ts";
import type { TopUpService } from "./top-up.service.ts";

export interface PaymentService {
  offer: PaymentOffer;
  /** Starts the purchase of a pack. Returns the URL of the checkout page. */
  start(accountId: string, credits: number): Promise<{ paymentId: string; url: string }>;
  /** Returns the URL of a page on which the owner saves a payment method. */
  startSetup(accountId: string): Promise<{ url: string }>;
  /** Deletes the saved payment method and switches automatic top-up off. */
  forgetMethod(accountId: string): Promise<void>;
  receive(body: Buffer, signature: string): Promise<void>;
}

export interface PaymentParts {
  database: Database;
  provider: PaymentProvider;
  logger: Logger;
  publicUrl: string;
  currency: string;
  packs: PaymentOffer["packs"];
  topUps: TopUpService;
}

export function createPaymentService({
  database,
  provider,
  logger,
  publicUrl,
  currency,
  packs,
  topUps,
}: PaymentParts): PaymentService {
  return {
    offer: { provider: provider.name, currency, packs },
    async start(accountId, credits) {
      const pack = packs.find((candidate) => candidate.credits === credits);
      if (!pack) {
        const choices = packs.map((candidate) => candidate.credits).join(", ");
        throw new AppError(
          "invalid_request",
          `There is no pack of ${credits} credits. Choose one of ${choices}.`,
        );
      }
      const paymentId = randomUUID();
      await insertPayment(database, accountId, {
        paymentId,
        provider: provider.name,
        credits: fromCredits(pack.credits),
        amount: pack.amount,
        currency,
      });
      try {
        const { url } = await provider.createCheckout({
          accountId,
          paymentId,
          credits: pack.credits,
          description: `${pack.credits} credits`,
          amount: pack.amount,
          currency,
          paidUrl: `${publicUrl}/dashboard/credits?payment=${paymentId}`,
          leftUrl: `${publicUrl}/dashboard/credits`,
        });
        return { paymentId, url };
      } catch (error) {
        logger.error({ error, accountId }, "checkout not created, customer was told to retry");
        throw new ServiceUnavailableError(
          "Payments are unavailable right now. Nothing was paid; try again shortly.",
        );
      }
    },
    async startSetup(accountId) {
      const known = await findMethod(database, accountId);
      try {
        return await provider.createSetup({
          accountId,
          customer: known?.customer,
          currency,
          savedUrl: `${publicUrl}/dashboard/credits?method=saved`,
          leftUrl: `${publicUrl}/dashboard/credits`,
        });
      } catch (error) {
        logger.error({ error, accountId }, "payment setup not created, customer was told to retry");
        throw new ServiceUnavailableError("Payments are unavailable right now. Try again shortly.");
      }
    },
    async forgetMethod(accountId) {
      const method = await deleteMethod(database, accountId);
      if (!method) return;
      await provider
        .forgetMethod(method)
        .catch((error) => logger.warn({ error, accountId }, "payment method not deleted at the provider"));
    },
    async receive(body, signature) {
      const fact = await readFact(body, signature);
      if (!fact) return;
      if (fact.type === "method saved") return topUps.saveMethod(fact);
      if (fact.type === "charge failed") return topUps.stop(fact);
      const { accountId, paymentId, providerPayment, type } = fact;
      if ((await applyFact(database, fact, provider.name)) !== "unmatched")
        logger.info({ accountId, paymentId, type }, "payment status changed");
      else
        logger.error(
          { accountId, paymentId, providerPayment, type },
          "payment event without a matching account: refund it at the provider",
        );
    },
  };

  async function readFact(body: Buffer, signature: string) {
    try {
      return await provider.readEvent(body, signature);
    } catch (error) {
      if (error instanceof UnsignedEventError) {
        logger.warn({ error }, "payment event rejected: invalid signature");
        throw new AppError(
          "invalid_request",
          "The event is not signed with this endpoint's secret, or is too old. Check the webhook's secret and the clock.",
        );
      }
      throw new ServiceUnavailableError("The event cannot be processed right now. Send it again.", {
        cause: error,
      });
    }
  }
}

export async function getPayment(
  database: Database,
  accountId: string,
  paymentId: string,
): Promise<DashboardPayment> {
  const payment = await findPayment(database, accountId, paymentId);
  if (!payment) throw new AppError("not_found", "This account has no payment with this id.");
  return {
    id: payment.payment_id,
    credits: toCredits(payment.credits),
    state: payment.paid_at ? "paid" : "waiting",
  };
}
