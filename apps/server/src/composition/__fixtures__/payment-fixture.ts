import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect } from "vitest";
import {
  signEvent,
  testWebhookSecret,
  writeEvent,
} from "../../engines/payment/__fixtures__/stripe-events.ts";
import {
  type StripeServer,
  startStripeServer,
  testSecretKey,
} from "../../engines/payment/__fixtures__/stripe-server.ts";
import { verifyLedger } from "../../features/credits/index.ts";
import { paymentEventsPath } from "../../features/payments/index.ts";
import { type DashboardFixture, startDashboard, type Visitor } from "./dashboard-visitor.ts";

/** A customer who starts to buy 500 credits for 25.00; the test sends what Stripe would report. */
export interface Buyer extends Visitor {
  email: string;
  accountId: string;
  paymentId: string;
  /** The events that Stripe sends about the purchase. */
  events: Record<"paid" | "wonDispute" | "openedDispute", string> & {
    /** All refunds of the charge, as a sum. */
    refunded(amount: number): string;
    refund(id: string, amount: number, status: "succeeded" | "failed"): string;
  };
  credits(): Promise<{ balance: number; granted: number; spent: number; held: number; owed: number }>;
}

/** The API with a dashboard that sells credits, and a Stripe of its own. */
export interface PaymentFixture extends DashboardFixture {
  stripe: StripeServer;
  /** Delivers an event and returns the answer's status. */
  deliver(event: string, signature?: string): Promise<number>;
  startPurchase(): Promise<Buyer>;
}

export async function startPayments(): Promise<PaymentFixture> {
  const stripe = await startStripeServer();
  const folder = mkdtempSync(join(tmpdir(), "mintwright-payments-"));
  const file = join(folder, "mintwright.yaml");
  writeFileSync(
    file,
    `payments:
  provider: stripe
  secretKey: { env: STRIPE_SECRET_KEY }
  webhookSecret: { env: STRIPE_WEBHOOK_SECRET }
  currency: usd
  pricePerCredit: 5
  packs: [500, 2000]
  apiUrl: ${stripe.url}
`,
  );
  const fixture = await startDashboard({
    MINTWRIGHT_CONFIG: file,
    STRIPE_SECRET_KEY: testSecretKey,
    STRIPE_WEBHOOK_SECRET: testWebhookSecret,
  });

  async function startPurchase(): Promise<Buyer> {
    const owner = await fixture.signUp();
    const { body } = await owner.call("POST", "/payments", { credits: 500 });
    const { paymentId } = body as unknown as { paymentId: string };
    const providerPayment = `pi_${paymentId.replaceAll("-", "")}`;
    const metadata = { mintwright_account: owner.accountId, mintwright_payment: paymentId };
    stripe.payments.set(providerPayment, metadata);
    const ofPayment = { payment_intent: providerPayment };
    const dispute = { id: `dp_${paymentId}`, object: "dispute", ...ofPayment, amount: 2_500 };
    return {
      ...owner,
      paymentId,
      events: {
        paid: writeEvent("checkout.session.completed", {
          id: `cs_${paymentId}`,
          object: "checkout.session",
          ...ofPayment,
          payment_status: "paid",
          amount_total: 2_500,
          metadata,
        }),
        refunded: (amount) =>
          writeEvent("charge.refunded", {
            id: `ch_${paymentId}`,
            object: "charge",
            ...ofPayment,
            metadata,
            amount: 2_500,
            amount_refunded: amount,
          }),
        refund: (id, amount, status) =>
          writeEvent(status === "failed" ? "refund.failed" : "refund.created", {
            id,
            object: "refund",
            ...ofPayment,
            amount,
            status,
          }),
        openedDispute: writeEvent("charge.dispute.created", { ...dispute, status: "needs_response" }),
        wonDispute: writeEvent("charge.dispute.closed", { ...dispute, status: "won" }),
      },
      async credits() {
        expect((await verifyLedger(fixture.platform.database)).mismatches).toEqual([]);
        const { balance, granted, spent, held } = (await owner.call("GET", "/credits")).body as never;
        const { owed } = (await owner.call("GET", "/payments/offer")).body as never;
        return { balance, granted, spent, held, owed };
      },
    };
  }

  return {
    ...fixture,
    stripe,
    startPurchase,
    async deliver(event, signature = signEvent(event)) {
      const answer = await fixture.app.inject({
        method: "POST",
        url: paymentEventsPath,
        headers: { "content-type": "application/json; charset=utf-8", "stripe-signature": signature },
        payload: event,
      });
      return answer.statusCode;
    },
    async close() {
      await fixture.close();
      await stripe.stop();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
