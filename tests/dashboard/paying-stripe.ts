import { createHmac, randomUUID } from "node:crypto";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { text } from "node:stream/consumers";

/** As much of Stripe as a buyer sees: it makes checkouts, and tells when one is paid. */
export interface PayingStripe {
  url: string;
  webhookSecret: string;
  /** Tells the API that the latest checkout was paid. */
  pay(apiUrl: string): Promise<number>;
  stop(): Promise<void>;
}

/** Starts it on a free port. */
export async function startPayingStripe(): Promise<PayingStripe> {
  const webhookSecret = `whsec_${randomUUID()}`;
  let form = new URLSearchParams();
  const server = createServer(async (request, response) => {
    form = new URLSearchParams(await text(request));
    response.writeHead(200, { "content-type": "application/json" });
    response.end(JSON.stringify({ object: "checkout.session", url: "https://checkout.stripe.com/c/pay/1" }));
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    webhookSecret,
    async pay(apiUrl) {
      const event = JSON.stringify({
        id: `evt_${randomUUID()}`,
        object: "event",
        type: "checkout.session.completed",
        data: {
          object: {
            object: "checkout.session",
            payment_intent: `pi_${randomUUID()}`,
            payment_status: "paid",
            amount_total: Number(form.get("line_items[0][price_data][unit_amount]")),
            metadata: {
              mintwright_account: form.get("metadata[mintwright_account]"),
              mintwright_payment: form.get("metadata[mintwright_payment]"),
            },
          },
        },
      });
      const seconds = Math.floor(Date.now() / 1000);
      const signature = createHmac("sha256", webhookSecret).update(`${seconds}.${event}`).digest("hex");
      const { status } = await fetch(`${apiUrl}/payments/stripe/events`, {
        method: "POST",
        headers: { "content-type": "application/json", "stripe-signature": `t=${seconds},v1=${signature}` },
        body: event,
      });
      return status;
    },
    stop: () => new Promise((resolve) => server.close(() => resolve())),
  };
}
