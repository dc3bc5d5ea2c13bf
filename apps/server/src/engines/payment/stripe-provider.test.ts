import { spawn } from "node:child_process";
import { randomUUID } from "node:crypto";
import { once } from "node:events";
import { setTimeout as sleep } from "node:timers/promises";
import { findFreePort, findTool } from "@mintwright/test-harness";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { signEvent, testWebhookSecret, writeEvent } from "./__fixtures__/stripe-events.ts";
import { type StripeServer, startStripeServer, testSecretKey } from "./__fixtures__/stripe-server.ts";
import { UnsignedEventError } from "./index.ts";
import { createStripeProvider } from "./stripe-provider.ts";

const stripeMock = findTool({ variable: "STRIPE_MOCK", purpose: "Stripe's own mock of its API" });
const accountId = randomUUID();
const request = {
  accountId,
  paymentId: randomUUID(),
  credits: 500,
  description: "500 credits",
  amount: 2_500,
  currency: "usd",
  paidUrl: "http://dashboard.test/dashboard/credits?payment=1",
  leftUrl: "http://dashboard.test/dashboard/credits",
};

describe("a checkout", () => {
  let stripe: StripeServer;
  beforeAll(async () => {
    stripe = await startStripeServer();
  });
  afterAll(() => stripe.stop());

  const connect = (secretKey = testSecretKey) =>
    createStripeProvider({ secretKey, webhookSecret: testWebhookSecret, apiUrl: stripe.url });

  it("is prepared with the amount, the way back and whose it is, and twice is once", async () => {
    stripe.failNext = 1;
    const { url } = await connect().createCheckout(request);
    expect(await connect().createCheckout(request)).toEqual({ url });
    expect(url).toMatch(/^https:\/\/checkout\.stripe\.com\//);
    expect([...stripe.sessions.keys()]).toEqual([request.paymentId]);
    expect(Object.fromEntries(stripe.sessions.get(request.paymentId)?.form ?? [])).toEqual({
      mode: "payment",
      "line_items[0][quantity]": "1",
      "line_items[0][price_data][currency]": "usd",
      "line_items[0][price_data][unit_amount]": "2500",
      "line_items[0][price_data][product_data][name]": "500 credits",
      client_reference_id: accountId,
      "metadata[mintwright_account]": accountId,
      "metadata[mintwright_payment]": request.paymentId,
      "metadata[mintwright_credits]": "500",
      "payment_intent_data[metadata][mintwright_account]": accountId,
      "payment_intent_data[metadata][mintwright_payment]": request.paymentId,
      "payment_intent_data[metadata][mintwright_credits]": "500",
      success_url: request.paidUrl,
      cancel_url: request.leftUrl,
    });
  });

  it("fails with a key that Stripe does not know, and so does the check of its health", async () => {
    await expect(connect("sk_test_other").createCheckout(request)).rejects.toThrow("Invalid API Key");
    await expect(connect("sk_test_other").checkHealth()).rejects.toThrow("Invalid API Key");
    await expect(connect().checkHealth()).resolves.toBeUndefined();
  });
});

describe.skipIf(!stripeMock)("Stripe's own mock", () => {
  it("accepts the checkout: every field is one of its API", { timeout: 30_000 }, async () => {
    const port = await findFreePort();
    const mock = spawn(stripeMock as string, ["-http-addr", `127.0.0.1:${port}`], { stdio: "ignore" });
    const ended = once(mock, "exit");
    try {
      const apiUrl = `http://127.0.0.1:${port}`;
      while (!(await fetch(apiUrl).catch(() => undefined))) await sleep(50);
      const provider = createStripeProvider({
        secretKey: "sk_test_123",
        webhookSecret: testWebhookSecret,
        apiUrl,
      });
      await provider.checkHealth();
      const { url } = await provider.createCheckout(request);
      expect(url).toMatch(/^https:\/\/checkout\.stripe\.com\//);
      await expect(provider.createCheckout({ ...request, amount: 1.5 })).rejects.toThrow("unit_amount");
      const setup = { accountId, currency: "usd", savedUrl: request.paidUrl, leftUrl: request.leftUrl };
      expect((await provider.createSetup(setup)).url).toMatch(/^https:/);
      const { paidUrl: _paid, leftUrl: _left, ...purchase } = request;
      // Its answers are examples: the metadata is not ours, so the charge does not count as paid.
      const charged = { ...purchase, customer: "cus_1", method: "pm_1" };
      expect((await provider.charge(charged)).type).toBe("charge failed");
      await expect(provider.charge({ ...charged, amount: 1.5 })).rejects.toThrow("amount");
      await provider.forgetMethod("pm_1");
      // Its one example event is of another kind; what counts is that it accepts the query.
      for await (const fact of provider.listFacts(new Date(Date.now() - 86_400_000)))
        throw new Error(`unexpected ${fact.type}`);
    } finally {
      mock.kill();
      await ended;
    }
  });
});

describe("an event", () => {
  let stripe: StripeServer;
  beforeAll(async () => {
    stripe = await startStripeServer();
    stripe.payments.set("pi_1", metadata).set("pi_foreign", { shop: "another" });
  });
  afterAll(() => stripe.stop());

  const metadata = { mintwright_account: accountId, mintwright_payment: request.paymentId };
  const owner = { accountId, paymentId: request.paymentId, providerPayment: "pi_1" };
  const read = (type: string, object: object, how?: Parameters<typeof signEvent>[1]) => {
    const event = writeEvent(type, object);
    return createStripeProvider({
      secretKey: testSecretKey,
      webhookSecret: testWebhookSecret,
      apiUrl: stripe.url,
    }).readEvent(Buffer.from(event), signEvent(event, how));
  };
  const session = {
    id: "cs_1",
    object: "checkout.session",
    payment_intent: "pi_1",
    payment_status: "paid",
    amount_total: 2_500,
    metadata,
  };

  it("is believed only with a fresh signature of its own secret, over its very bytes", async () => {
    const type = "checkout.session.completed";
    expect(await read(type, session)).toEqual({ type: "paid", ...owner, amount: 2_500 });
    await expect(read(type, session, { secret: "whsec_other" })).rejects.toThrow(UnsignedEventError);
    await expect(read(type, session, { ageInSeconds: 301 })).rejects.toThrow(UnsignedEventError);
    expect(await read(type, session, { ageInSeconds: 290 })).toBeDefined();
    const provider = createStripeProvider({ secretKey: testSecretKey, webhookSecret: testWebhookSecret });
    const event = writeEvent(type, session);
    const changed = Buffer.from(event.replace("2500", "9900"));
    await expect(provider.readEvent(changed, signEvent(event))).rejects.toThrow(UnsignedEventError);
    await expect(provider.readEvent(Buffer.from(event), "")).rejects.toThrow(UnsignedEventError);
  });

  it("of a session that is not paid yet, or is not ours, says nothing", async () => {
    const type = "checkout.session.completed";
    expect(await read(type, { ...session, payment_status: "unpaid" })).toBeUndefined();
    expect(await read(type, { ...session, metadata: { shop: "another" } })).toBeUndefined();
    expect(await read("checkout.session.async_payment_succeeded", session)).toBeDefined();
    expect(await read("customer.created", { id: "cus_1", object: "customer" })).toBeUndefined();
  });

  it("of a refund or a dispute finds its payment by asking Stripe", async () => {
    const refund = { id: "re_1", object: "refund", payment_intent: "pi_1", amount: 500, status: "succeeded" };
    const reversal = { type: "reversal", ...owner, kind: "refund", reversalId: "re_1", amount: 500 };
    expect(await read("refund.created", refund)).toEqual({ ...reversal, stands: true });
    expect(await read("refund.failed", { ...refund, status: "failed" })).toEqual({
      ...reversal,
      stands: false,
    });
    expect(await read("refund.created", { ...refund, payment_intent: "pi_foreign" })).toBeUndefined();
    const dispute = { id: "dp_1", object: "dispute", payment_intent: "pi_1", amount: 2_500 };
    const opened = { ...dispute, status: "needs_response" };
    expect(await read("charge.dispute.created", opened)).toMatchObject({ kind: "dispute", stands: true });
    const won = await read("charge.dispute.closed", { ...dispute, status: "won" });
    expect(won).toMatchObject({ reversalId: "dp_1", stands: false });
    const lost = await read("charge.dispute.closed", { ...dispute, status: "lost" });
    expect(lost).toMatchObject({ stands: true });
    const warning = { ...dispute, status: "warning_needs_response" };
    expect(await read("charge.dispute.created", warning)).toBeUndefined();
    await expect(read("refund.created", { ...refund, payment_intent: "pi_unknown" })).rejects.toThrow();
  });
});
