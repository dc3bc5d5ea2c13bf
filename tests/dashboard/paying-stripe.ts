import { createHmac, randomUUID } from "node:crypto";
import { createServer, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { text } from "node:stream/consumers";

/** As much of Stripe as a buyer sees: checkouts, saved cards, and what it tells the API about them. */
export interface PayingStripe {
  url: string;
  webhookSecret: string;
  /** Whether charges of saved cards are declined. */
  declines: boolean;
  /** Tells the API that the latest checkout was paid. */
  pay(apiUrl: string): Promise<number>;
  /** Tells the API that the latest setup saved a card. */
  saveCard(apiUrl: string): Promise<number>;
  stop(): Promise<void>;
}

/** Starts it on a free port. */
export async function startPayingStripe(): Promise<PayingStripe> {
  const webhookSecret = `whsec_${randomUUID()}`;
  let form = new URLSearchParams();

  const server = createServer(async (request, response) => {
    const { method, url = "" } = request;
    const body = new URLSearchParams(await text(request));
    if (url === "/v1/customers") send(response, { object: "customer", id: "cus_1" });
    else if (url.startsWith("/v1/setup_intents/")) send(response, savedCard);
    else if (url === "/v1/payment_intents") charge(response, body);
    else if (method === "POST" && url === "/v1/checkout/sessions") {
      form = body;
      send(response, { object: "checkout.session", url: "https://checkout.stripe.com/c/pay/1" });
    } else
      send(response, { error: { type: "invalid_request_error", message: `No such route: ${url}` } }, 404);
  });

  function charge(response: ServerResponse, body: URLSearchParams): void {
    if (stripe.declines)
      send(response, { error: { type: "card_error", message: "Your card was declined." } }, 402);
    else
      send(response, {
        ...{ object: "payment_intent", id: `pi_${randomUUID()}`, status: "succeeded" },
        ...{ amount_received: Number(body.get("amount")), currency: body.get("currency") },
        metadata: readMetadata(body),
      });
  }

  async function tell(apiUrl: string, object: Record<string, unknown>): Promise<number> {
    const event = JSON.stringify({
      id: `evt_${randomUUID()}`,
      object: "event",
      type: "checkout.session.completed",
      data: { object: { object: "checkout.session", metadata: readMetadata(form), ...object } },
    });
    const seconds = Math.floor(Date.now() / 1000);
    const signature = createHmac("sha256", webhookSecret).update(`${seconds}.${event}`).digest("hex");
    const { status } = await fetch(`${apiUrl}/payments/stripe/events`, {
      method: "POST",
      headers: { "content-type": "application/json", "stripe-signature": `t=${seconds},v1=${signature}` },
      body: event,
    });
    return status;
  }

  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const stripe: PayingStripe = {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    webhookSecret,
    declines: false,
    pay: (apiUrl) =>
      tell(apiUrl, {
        payment_intent: `pi_${randomUUID()}`,
        payment_status: "paid",
        amount_total: Number(form.get("line_items[0][price_data][unit_amount]")),
      }),
    saveCard: (apiUrl) =>
      tell(apiUrl, { mode: form.get("mode"), customer: form.get("customer"), setup_intent: savedCard.id }),
    stop: () =>
      new Promise((resolve) => {
        server.closeAllConnections();
        server.close(() => resolve());
      }),
  };
  return stripe;
}

const savedCard = {
  ...{ object: "setup_intent", id: "seti_1", status: "succeeded" },
  payment_method: {
    ...{ object: "payment_method", id: "pm_1", type: "card" },
    card: { brand: "visa", last4: "4242" },
  },
};

const readMetadata = (form: URLSearchParams) =>
  Object.fromEntries(
    [...form].flatMap(([name, value]) => {
      const field = /^metadata\[(\w+)\]$/.exec(name)?.[1];
      return field ? [[field, value]] : [];
    }),
  );

function send(response: ServerResponse, body: object, status = 200): void {
  response.writeHead(status, { "content-type": "application/json" });
  response.end(JSON.stringify(body));
}
