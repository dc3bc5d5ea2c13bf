import { toCredits } from "@mintwright/api-contract";
import { dashboardRoutes } from "@mintwright/api-contract/dashboard";
import type { FastifyInstance } from "fastify";
import type { Database } from "../../platform/database/database.ts";
import { AppError } from "../../platform/errors.ts";
import type { ServeDashboard } from "../../serving/dashboard-context.ts";
import { RawAnswer } from "../../serving/operation-context.ts";
import { takeAttempts } from "../limits/index.ts";
import { listAccountEmails } from "../sign-in/index.ts";
import { getOwedCredits, listPaidPayments } from "./payments.repository.ts";
import { getPayment, type PaymentService } from "./payments.service.ts";
import { writeReceipt } from "./write-receipt.ts";

export const paymentEventsPath = "/payments/stripe/events";

/** Serves the purchase of credits. Without a service the offer is empty. */
export function registerPaymentRoutes(
  serve: ServeDashboard,
  {
    database,
    payments,
    seller,
  }: { database: Database; payments: PaymentService | undefined; seller: string[] },
): void {
  serve(dashboardRoutes.getPaymentOffer, async ({ caller: { accountId } }) => ({
    offer: payments?.offer ?? null,
    owed: toCredits(await getOwedCredits(database, accountId)),
  }));

  serve(dashboardRoutes.startPayment, async ({ caller: { accountId }, input }) => {
    if (!payments)
      throw new AppError("not_found", "Buying credits is not enabled. Ask the operator for credits.");
    await takeAttempts(database, [{ subject: `payment ${accountId}`, attempts: 30, windowInSeconds: 3600 }]);
    return payments.start(accountId, input.body.credits);
  });

  serve(dashboardRoutes.listPayments, async ({ caller: { accountId } }) => ({
    payments: (await listPaidPayments(database, accountId)).map((payment) => ({
      id: payment.payment_id,
      credits: toCredits(payment.credits),
      amount: payment.paid_amount,
      currency: payment.currency,
      paidAt: payment.paid_at.toISOString(),
      refundedCredits: toCredits(payment.due_back),
    })),
  }));

  serve(dashboardRoutes.downloadReceipt, async ({ caller: { accountId }, input, answerHeaders }) => {
    const { paymentId } = input.params;
    const [payment] = await listPaidPayments(database, accountId, paymentId);
    if (!payment) throw new AppError("not_found", "This account has no paid payment with this id.");
    const buyers = await listAccountEmails(database, accountId);
    answerHeaders["content-disposition"] = `attachment; filename="receipt-${paymentId}.pdf"`;
    return new RawAnswer("application/pdf", await writeReceipt({ payment, seller, buyers }));
  });

  serve(dashboardRoutes.getPayment, ({ caller: { accountId }, input }) =>
    getPayment(database, accountId, input.params.paymentId),
  );
}

/** Serves the payment provider's webhook, which is authenticated by its signature. */
export async function registerPaymentEvents(app: FastifyInstance, payments: PaymentService): Promise<void> {
  // The signature covers the raw bytes.
  app.removeAllContentTypeParsers();
  app.addContentTypeParser("*", { parseAs: "buffer" }, (_request, body, done) => done(null, body));
  app.post(paymentEventsPath, { config: { operationId: "paymentEvents" } }, async (request, reply) => {
    const signature = request.headers["stripe-signature"];
    await payments.receive(
      Buffer.isBuffer(request.body) ? request.body : Buffer.alloc(0),
      typeof signature === "string" ? signature : "",
    );
    return reply.send({ received: true });
  });
}
