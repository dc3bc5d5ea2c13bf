import { randomUUID } from "node:crypto";
import { fromCredits, toCredits } from "@mintwright/api-contract";
import type { DashboardPayment, PaymentOffer } from "@mintwright/api-contract/dashboard";
import { type PaymentProvider, UnsignedEventError } from "../../engines/payment/index.ts";
import type { Database } from "../../platform/database/database.ts";
import { AppError, ServiceUnavailableError } from "../../platform/errors.ts";
import type { Logger } from "../../platform/logging.ts";
import { applyFact, findPayment, insertPayment } from "./payments.repository.ts";

/** Buying credits, where the operator sells them. */
export interface PaymentService {
  offer: PaymentOffer;
  /** Prepares the purchase of a pack and tells where it is paid. */
  start(accountId: string, credits: number): Promise<{ paymentId: string; url: string }>;
  /** Takes in what the provider tells. */
  receive(body: Buffer, signature: string): Promise<void>;
}

/** What the service is made of. */
export interface PaymentParts {
  database: Database;
  provider: PaymentProvider;
  logger: Logger;
  /** Where the dashboard is reached, without a slash at its end. */
  publicUrl: string;
  currency: string;
  packs: PaymentOffer["packs"];
}

/** Creates the service that sells packs of credits. */
export function createPaymentService({
  database,
  provider,
  logger,
  publicUrl,
  currency,
  packs,
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
          description: `${pack.credits} credits`,
          amount: pack.amount,
          currency,
          paidUrl: `${publicUrl}/dashboard/credits?payment=${paymentId}`,
          leftUrl: `${publicUrl}/dashboard/credits`,
        });
        return { paymentId, url };
      } catch (error) {
        logger.error({ error, accountId }, "a payment could not be prepared");
        throw new ServiceUnavailableError(
          "Payments do not work at the moment. Nothing was paid; try again shortly.",
        );
      }
    },
    async receive(body, signature) {
      const fact = await readFact(body, signature);
      if (!fact) return;
      const { accountId, paymentId, providerPayment, type } = fact;
      if (await applyFact(database, fact)) logger.info({ accountId, paymentId, type }, "a payment has news");
      else
        logger.error(
          { accountId, paymentId, providerPayment, type },
          "a payment belongs to no account, which may have been deleted: look at it at the provider, and refund it",
        );
    },
  };

  async function readFact(body: Buffer, signature: string) {
    try {
      return await provider.readEvent(body, signature);
    } catch (error) {
      if (error instanceof UnsignedEventError) {
        logger.warn({ error }, "an event of a payment was refused");
        throw new AppError(
          "invalid_request",
          "The event is not signed with this endpoint's secret, or is too old. Check the webhook's secret and the clock.",
        );
      }
      throw new ServiceUnavailableError("The event cannot be taken in now. Send it again.", { cause: error });
    }
  }
}

/** Tells the owner how a purchase stands. */
export async function getPayment(
  database: Database,
  accountId: string,
  paymentId: string,
): Promise<DashboardPayment> {
  const payment = await findPayment(database, accountId, paymentId);
  if (!payment) throw new AppError("not_found", "There is no such payment of this account.");
  return {
    id: payment.payment_id,
    credits: toCredits(payment.credits),
    state: payment.paid_at ? "paid" : "waiting",
  };
}
