import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { signEvent, testWebhookSecret, writeEvent } from "../engines/payment/__fixtures__/stripe-events.ts";
import { testSecretKey } from "../engines/payment/__fixtures__/stripe-server.ts";
import { createStripeProvider } from "../engines/payment/stripe-provider.ts";
import { grantCredits } from "../features/credits/index.ts";
import { createPaymentJobs, reconcilePayments } from "../features/payments/index.ts";
import { type PaymentFixture, startPayments } from "./__fixtures__/payment-fixture.ts";

let fixture: PaymentFixture;

beforeAll(async () => {
  fixture = await startPayments();
});

afterAll(() => fixture.close());

const nothing = { balance: 0, granted: 0, spent: 0, held: 0, owed: 0 };
const bought = { ...nothing, balance: 500, granted: 500 };
const keySettings = {
  name: "k",
  ratePerMinute: null,
  expiresAt: null,
  allowedOperations: null,
  monthlyLimit: null,
};

describe("buying credits", () => {
  it("offers the operator's packs at the operator's price, and leads to the provider's page", async () => {
    const owner = await fixture.signUp();
    expect((await owner.call("GET", "/payments/offer")).body).toEqual({
      offer: {
        provider: "stripe",
        currency: "usd",
        packs: [
          { credits: 500, amount: 2_500 },
          { credits: 2_000, amount: 10_000 },
        ],
      },
      owed: 0,
    });
    const { status, body } = await owner.call("POST", "/payments", { credits: 2_000 });
    const { paymentId, url } = body as unknown as { paymentId: string; url: string };
    expect(status).toBe(200);
    expect(new URL(url).host).toBe("checkout.stripe.com");
    const form = fixture.stripe.sessions.get(paymentId)?.form;
    expect(form?.get("line_items[0][price_data][unit_amount]")).toBe("10000");
    expect(form?.get("success_url")).toBe(`http://dashboard.test/dashboard/credits?payment=${paymentId}`);
    expect((await owner.call("GET", `/payments/${paymentId}`)).body).toMatchObject({ state: "waiting" });
    expect((await owner.call("POST", "/payments", { credits: 501 })).body).toMatchObject({
      statusCode: 400,
      message: expect.stringContaining("500, 2000"),
    });
  });

  it("says so when the provider does not answer, and nothing is granted", async () => {
    const owner = await fixture.signUp();
    fixture.stripe.failNext = 3;
    expect((await owner.call("POST", "/payments", { credits: 500 })).body).toMatchObject({
      statusCode: 503,
      message: expect.stringContaining("Nothing was paid"),
    });
    expect(fixture.stripe.failNext).toBe(0);
    expect((await owner.call("GET", "/credits")).body).toMatchObject({ balance: 0 });
  });

  it("grants once, however often and at the same moment the provider tells", async () => {
    const buyer = await fixture.startPurchase();
    expect(await buyer.credits()).toEqual(nothing);
    const answers = await Promise.all(Array.from({ length: 16 }, () => fixture.deliver(buyer.events.paid)));
    expect(answers).toEqual(Array(16).fill(200));
    expect(await buyer.credits()).toEqual(bought);
    expect((await buyer.call("GET", `/payments/${buyer.paymentId}`)).body).toMatchObject({
      credits: 500,
      state: "paid",
    });
    const { body } = await buyer.call("GET", "/credits/ledger");
    expect(body).toMatchObject({
      entries: [{ kind: "grant", amount: 500, note: expect.stringContaining("stripe payment pi_") }],
    });
  });

  it("believes nobody without the provider's signature, and no event of yesterday", async () => {
    const buyer = await fixture.startPurchase();
    const { paid } = buyer.events;
    for (const signature of [
      "",
      "t=1,v1=00",
      signEvent(paid, { secret: "whsec_guessed" }),
      signEvent(paid, { ageInSeconds: 301 }),
      signEvent(paid.replace("2500", "2501")),
    ]) {
      expect(await fixture.deliver(paid, signature)).toBe(400);
    }
    expect(await buyer.credits()).toEqual(nothing);
  });

  it("leaves alone what belongs to no account here, and is not asked again about it", async () => {
    const event = writeEvent("checkout.session.completed", {
      id: "cs_lost",
      object: "checkout.session",
      payment_intent: "pi_lost",
      payment_status: "paid",
      amount_total: 2_500,
      metadata: { mintwright_account: randomUUID(), mintwright_payment: randomUUID() },
    });
    expect(await fixture.deliver(event)).toBe(200);
    // Somebody else's payment of the same Stripe account, and one that Stripe cannot be asked about now.
    fixture.stripe.payments.set("pi_shop", { order: "7" });
    const refund = { id: "re_1", object: "refund", amount: 100, status: "succeeded" };
    expect(
      await fixture.deliver(writeEvent("refund.created", { ...refund, payment_intent: "pi_shop" })),
    ).toBe(200);
    fixture.stripe.failNext = 3;
    expect(
      await fixture.deliver(writeEvent("refund.created", { ...refund, payment_intent: "pi_shop" })),
    ).toBe(503);
  });

  it("of another account cannot be changed", async () => {
    const buyer = await fixture.startPurchase();
    const other = await fixture.signUp();
    const [, name] = /"mintwright_account":"([^"]+)"/.exec(buyer.events.paid) ?? [];
    expect(await fixture.deliver(buyer.events.paid.replace(String(name), other.accountId))).toBe(200);
    expect((await other.call("GET", "/credits")).body).toMatchObject({ balance: 0 });
    expect(await buyer.credits()).toEqual(nothing);
  });
});

describe("after a failover that lost commits", () => {
  const provider = () =>
    createStripeProvider({
      secretKey: testSecretKey,
      webhookSecret: testWebhookSecret,
      apiUrl: fixture.stripe.url,
    });
  const reconcile = () =>
    reconcilePayments(fixture.platform.database, provider(), new Date(Date.now() - 3_600_000));
  const withCredits = (event: string) =>
    JSON.parse(
      event.replace('"metadata":{', '"currency":"usd","metadata":{"mintwright_credits":"500",'),
    ) as (typeof fixture.stripe.events)[0];

  it("grants what was paid and is unknown here, also when the purchase itself was forgotten, and once", async () => {
    const [known, ungranted, forgotten] = [
      await fixture.startPurchase(),
      await fixture.startPurchase(),
      await fixture.startPurchase(),
    ];
    await fixture.deliver(known.events.paid);
    await fixture.platform.database
      .deleteFrom("payment")
      .where("payment_id", "=", forgotten.paymentId)
      .execute();
    fixture.stripe.events.push(
      ...[known, ungranted, forgotten].map((buyer) => withCredits(buyer.events.paid)),
      JSON.parse(ungranted.events.refunded(500)),
      { ...withCredits(known.events.paid), id: "evt_old", created: 1 },
    );
    expect(await reconcile()).toMatchObject([
      { type: "paid", paymentId: ungranted.paymentId, outcome: "changed" },
      { type: "paid", paymentId: forgotten.paymentId, outcome: "changed" },
      { type: "reversal", paymentId: ungranted.paymentId, outcome: "changed" },
    ]);
    expect(await known.credits()).toEqual(bought);
    expect(await ungranted.credits()).toEqual({ ...nothing, balance: 400, granted: 400 });
    expect(await forgotten.credits()).toEqual(bought);
    expect(await reconcile()).toEqual([]);
    fixture.stripe.events.length = 0;
  });

  it("lists what belongs to no account here, and changes nothing", async () => {
    const buyer = await fixture.startPurchase();
    const event = buyer.events.paid.replace(buyer.accountId, randomUUID());
    fixture.stripe.events.push(withCredits(event));
    expect(await reconcile()).toMatchObject([{ paymentId: buyer.paymentId, outcome: "unmatched" }]);
    expect(await buyer.credits()).toEqual(nothing);
    fixture.stripe.events.length = 0;
  });
});

describe("money that goes back", () => {
  it("takes its part of the credits back, once, also in parts", async () => {
    const buyer = await fixture.startPurchase();
    await fixture.deliver(buyer.events.paid);
    const first = buyer.events.refunded(500);
    await Promise.all(Array.from({ length: 16 }, () => fixture.deliver(first)));
    expect(await buyer.credits()).toEqual({ ...nothing, balance: 400, granted: 400 });
    await fixture.deliver(buyer.events.refunded(1_501));
    // 1501 of 2500 are 300.2 credits.
    expect(await buyer.credits()).toEqual({ ...nothing, balance: 199.8, granted: 199.8 });
    await fixture.deliver(first);
    expect(await buyer.credits()).toMatchObject({ balance: 199.8 });
    await fixture.deliver(buyer.events.refunded(2_500));
    await fixture.deliver(buyer.events.paid);
    expect(await buyer.credits()).toEqual(nothing);
    const { body } = await buyer.call("GET", "/credits/ledger?kind=reclaim");
    const { entries } = body as unknown as { entries: { amount: number }[] };
    expect(entries.map(({ amount }) => amount)).toEqual([199.8, 200.2, 100]);
  });

  it("before the payment itself is known waits for it", async () => {
    const buyer = await fixture.startPurchase();
    expect(await fixture.deliver(buyer.events.refunded(1_000))).toBe(200);
    expect(await buyer.credits()).toEqual(nothing);
    await fixture.deliver(buyer.events.paid);
    expect(await buyer.credits()).toEqual({ ...nothing, balance: 300, granted: 300 });
  });

  it("is the same in every order in which it is told, and comes back when a refund fails", async () => {
    const results = [];
    for (const order of [
      [0, 1, 2, 3, 4],
      [4, 3, 2, 1, 0],
      [2, 4, 0, 3, 1],
    ]) {
      const buyer = await fixture.startPurchase();
      // 5.00 were refunded but failed; then 7.50 were.
      const told = [
        buyer.events.paid,
        buyer.events.refund("re_a", 500, "succeeded"),
        buyer.events.refund("re_a", 500, "failed"),
        buyer.events.refunded(750),
        buyer.events.refund("re_b", 750, "succeeded"),
      ];
      for (const place of order) expect(await fixture.deliver(told[place] as string)).toBe(200);
      results.push(await buyer.credits());
    }
    expect(results).toEqual(Array(3).fill({ ...nothing, balance: 350, granted: 350 }));
  });

  it("in a dispute is taken back at once, and given again when it is won, in either order", async () => {
    const buyer = await fixture.startPurchase();
    await fixture.deliver(buyer.events.paid);
    await fixture.deliver(buyer.events.openedDispute);
    expect(await buyer.credits()).toEqual(nothing);
    await fixture.deliver(buyer.events.wonDispute);
    expect(await buyer.credits()).toEqual(bought);
    const other = await fixture.startPurchase();
    for (const event of [other.events.wonDispute, other.events.paid, other.events.openedDispute])
      await fixture.deliver(event);
    expect(await other.credits()).toEqual(bought);
  });

  it("after the credits were spent is owed: what is left is taken, the rest from what comes next", async () => {
    const buyer = await fixture.startPurchase();
    await fixture.deliver(buyer.events.paid);
    const { key } = (await buyer.call("POST", "/keys", keySettings)).body as unknown as { key: string };
    for (let i = 0; i < 4; i++) {
      const { statusCode } = await fixture.app.inject({
        method: "POST",
        url: "/nft/enhancePrompt",
        headers: { authorization: `Bearer ${key}` },
        payload: { prompt: "a cat" },
      });
      expect(statusCode).toBe(200);
    }
    await fixture.deliver(buyer.events.refunded(2_500));
    expect(await buyer.credits()).toEqual({ ...nothing, granted: 2, spent: 2, owed: 2 });
    await grantCredits(fixture.platform.database, buyer.accountId, 150, "a gift");
    const [collect] = createPaymentJobs(fixture.platform.database);
    await collect?.handle({});
    expect(await buyer.credits()).toEqual({ ...nothing, granted: 2, spent: 2, owed: 0.5 });
    await grantCredits(fixture.platform.database, buyer.accountId, 150, "a gift");
    await collect?.handle({});
    await collect?.handle({});
    expect(await buyer.credits()).toEqual({ ...nothing, balance: 1, granted: 3, spent: 2 });
  });
});
