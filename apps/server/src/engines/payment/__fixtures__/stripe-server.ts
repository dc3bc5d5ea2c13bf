import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { text } from "node:stream/consumers";

/** A server that speaks as much of Stripe's documented protocol as we use, and refuses everything else. */
export interface StripeServer {
  url: string;
  /** The bodies of checkout sessions that were created, one for each idempotency key. */
  sessions: Map<string, { id: string; form: URLSearchParams }>;
  /** What is known of payments: their metadata by id. */
  payments: Map<string, Record<string, string>>;
  /** Events that can be listed, oldest first, as Stripe keeps them for 30 days. */
  events: { id: string; type: string; created: number }[];
  /** Charges of saved methods, one for each idempotency key. */
  charges: Map<string, { id: string; form: URLSearchParams }>;
  /** Saved methods by their setup intent. */
  setups: Map<string, { method: string; last4: string }>;
  /** How the next charges end. */
  chargesEnd: "succeeded" | "processing" | "declined";
  /** Methods that were deleted. */
  detached: string[];
  /** Breaks the next so many requests with a 500, as Stripe says may happen. */
  failNext: number;
  stop(): Promise<void>;
}

/** The key that the server knows. */
export const testSecretKey = "sk_test_4eC39HqLyjWDarjtT1zdp7dc";

const knownFields = [
  /^mode$/,
  /^line_items\[0\]\[quantity\]$/,
  /^line_items\[0\]\[price_data\]\[(currency|unit_amount)\]$/,
  /^line_items\[0\]\[price_data\]\[product_data\]\[name\]$/,
  /^(payment_intent_data\[)?metadata\]?\[\w{1,40}\]$/,
  /^(client_reference_id|success_url|cancel_url)$/,
];

/** Starts it on a free port. */
export async function startStripeServer(): Promise<StripeServer> {
  const state: StripeServer = {
    url: "",
    sessions: new Map(),
    payments: new Map(),
    events: [],
    charges: new Map(),
    setups: new Map(),
    chargesEnd: "succeeded",
    detached: [],
    failNext: 0,
    stop: () =>
      new Promise((resolve) => {
        server.closeAllConnections();
        server.close(() => resolve());
      }),
  };
  const server = createServer((request, response) => {
    answer(request, response, state).catch((error: Error) =>
      refuse(response, 400, "invalid_request_error", error.message),
    );
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  state.url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return state;
}

async function answer(request: IncomingMessage, response: ServerResponse, state: StripeServer) {
  const body = await text(request);
  if (state.failNext > 0) {
    state.failNext -= 1;
    return refuse(response, 500, "api_error", "Something went wrong on Stripe's end.");
  }
  if (request.headers.authorization !== `Bearer ${testSecretKey}`)
    return refuse(response, 401, "invalid_request_error", "Invalid API Key provided");
  if (!/^\d{4}-\d\d-\d\d\.\w+$/.test(String(request.headers["stripe-version"])))
    return refuse(response, 400, "invalid_request_error", "Invalid Stripe API version");
  const route = `${request.method} ${request.url}`;
  if (route === "POST /v1/checkout/sessions") return createSession(request, response, body, state);
  if (route === "POST /v1/customers") return send(response, { id: "cus_test", object: "customer" });
  if (route === "POST /v1/payment_intents") return charge(request, response, body, state);
  const setup = /^GET \/v1\/setup_intents\/(seti_\w+)\?expand\[0\]=payment_method$/.exec(
    decodeURIComponent(route),
  )?.[1];
  const saved = setup && state.setups.get(setup);
  if (saved)
    return send(response, {
      id: setup,
      object: "setup_intent",
      status: "succeeded",
      payment_method: {
        id: saved.method,
        object: "payment_method",
        type: "card",
        card: { brand: "visa", last4: saved.last4 },
      },
    });
  const detached = /^POST \/v1\/payment_methods\/(pm_\w+)\/detach$/.exec(route)?.[1];
  if (detached) {
    state.detached.push(detached);
    return send(response, { id: detached, object: "payment_method" });
  }
  if (route === "GET /v1/balance") return send(response, { object: "balance", available: [] });
  if (route.startsWith("GET /v1/events?"))
    return listEvents(response, new URL(route.slice(4), state.url), state);
  const payment = /^GET \/v1\/payment_intents\/(pi_\w+)$/.exec(route)?.[1];
  const metadata = payment && state.payments.get(payment);
  if (!metadata) return refuse(response, 404, "invalid_request_error", `No such resource: ${route}`);
  return send(response, { id: payment, object: "payment_intent", metadata });
}

function createSession(
  request: IncomingMessage,
  response: ServerResponse,
  body: string,
  { sessions }: StripeServer,
) {
  if (request.headers["content-type"] !== "application/x-www-form-urlencoded")
    throw new Error("Only form-encoded bodies are understood");
  const form = new URLSearchParams(body);
  if (form.get("mode") === "setup")
    return send(response, {
      id: "cs_test_setup",
      object: "checkout.session",
      url: `https://checkout.stripe.com/c/setup/${form.get("customer")}`,
    });
  const idempotencyKey = String(request.headers["idempotency-key"] ?? "");
  if (!/^[0-9a-f-]{36}$/.test(idempotencyKey)) throw new Error("We ask for an idempotency key");
  for (const name of form.keys())
    if (!knownFields.some((field) => field.test(name)))
      throw new Error(`Received unknown parameter: ${name}`);
  const read = (name: string, pattern: RegExp) => {
    if (!pattern.test(form.get(name) ?? "")) throw new Error(`Invalid or missing ${name}`);
  };
  read("mode", /^payment$/);
  read("line_items[0][quantity]", /^1$/);
  read("line_items[0][price_data][currency]", /^[a-z]{3}$/);
  read("line_items[0][price_data][unit_amount]", /^[1-9]\d{0,7}$/);
  read("line_items[0][price_data][product_data][name]", /\S/);
  read("success_url", /^https?:\/\//);
  read("cancel_url", /^https?:\/\//);
  const known = sessions.get(idempotencyKey);
  if (known && known.form.toString() !== form.toString())
    return refuse(response, 400, "idempotency_error", "Keys for idempotent requests can only be used once");
  const session = known ?? { id: `cs_test_${sessions.size + 1}`, form };
  sessions.set(idempotencyKey, session);
  return send(response, {
    id: session.id,
    object: "checkout.session",
    url: `https://checkout.stripe.com/c/pay/${session.id}`,
  });
}

/** As Stripe does, a repeated key gets the first answer, also when that was a decline. */
function charge(request: IncomingMessage, response: ServerResponse, body: string, state: StripeServer) {
  const idempotencyKey = String(request.headers["idempotency-key"] ?? "");
  if (!/^[0-9a-f-]{36}$/.test(idempotencyKey)) throw new Error("We ask for an idempotency key");
  const form = new URLSearchParams(body);
  if (form.get("off_session") !== "true" || form.get("confirm") !== "true")
    throw new Error("A charge of a saved method is off-session and confirmed");
  const known = state.charges.get(idempotencyKey);
  if (known && known.form.toString() !== form.toString())
    return refuse(response, 400, "idempotency_error", "Keys for idempotent requests can only be used once");
  const id = `pi_auto_${idempotencyKey.replaceAll("-", "")}`;
  state.charges.set(idempotencyKey, { id, form });
  if (state.chargesEnd === "declined") return refuse(response, 402, "card_error", "Your card was declined.");
  const metadata = Object.fromEntries(
    [...form].flatMap(([name, value]) => {
      const field = /^metadata\[(\w+)\]$/.exec(name)?.[1];
      return field ? [[field, value]] : [];
    }),
  );
  state.payments.set(id, metadata);
  return send(response, {
    ...{ id, object: "payment_intent", status: state.chargesEnd, metadata },
    ...{ currency: form.get("currency"), amount_received: Number(form.get("amount")) },
  });
}

function listEvents(response: ServerResponse, { searchParams }: URL, { events }: StripeServer) {
  const since = Number(searchParams.get("created[gte]") ?? 0);
  const types = [...searchParams].flatMap(([name, value]) => (name.startsWith("types[") ? [value] : []));
  const all = events.filter(({ type, created }) => created >= since && types.includes(type)).reverse();
  const after = searchParams.get("starting_after");
  const from = after ? all.findIndex(({ id }) => id === after) + 1 : 0;
  // Small pages, so that a reader of the first page only is found out.
  const data = all.slice(from, from + 2);
  return send(response, { object: "list", url: "/v1/events", has_more: from + 2 < all.length, data });
}

function send(response: ServerResponse, body: object) {
  response.writeHead(200, { "content-type": "application/json", "request-id": "req_test" });
  response.end(JSON.stringify(body));
}

function refuse(response: ServerResponse, status: number, type: string, message: string) {
  response.writeHead(status, { "content-type": "application/json", "request-id": "req_test" });
  response.end(JSON.stringify({ error: { type, message } }));
}
