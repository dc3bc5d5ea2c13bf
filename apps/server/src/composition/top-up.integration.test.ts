import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from "vitest";
import { writeEvent } from "../engines/payment/__fixtures__/stripe-events.ts";
import { grantCredits, reclaimGrant, verifyLedger } from "../features/credits/index.ts";
import { createTopUpCheckJob } from "../features/payments/index.ts";
import { type PaymentFixture, startPayments } from "./__fixtures__/payment-fixture.ts";

let fixture: PaymentFixture;
let owner: Awaited<ReturnType<PaymentFixture["signUp"]>>;

beforeAll(async () => {
  fixture = await startPayments();
});
afterAll(async () => {
  expect((await verifyLedger(fixture.platform.database)).mismatches).toEqual([]);
  await fixture.close();
});
beforeEach(async () => {
  owner = await fixture.signUp();
  // The accounts of earlier tests buy nothing more.
  await fixture.platform.database.deleteFrom("auto_top_up").execute();
  fixture.stripe.chargesEnd = "succeeded";
  fixture.stripe.charges.clear();
});

const settings = { isEnabled: true, below: 100, credits: 500, monthlyLimit: 6_000 };
const put = (change = {}) => owner.call("PUT", "/payments/top-up", { ...settings, ...change });
const read = async () => (await owner.call("GET", "/payments/top-up")).body;
const readBalance = async () => Number((await owner.call("GET", "/credits")).body.balance);

/** Saves a card, as Stripe tells after its page. */
async function saveCard(method = "pm_1", last4 = "4242") {
  const { body } = await owner.call("POST", "/payments/method");
  expect(String(body.url)).toMatch(/^https:\/\/checkout\.stripe\.com\/c\/setup\/cus_/);
  const setupIntent = `seti_${method}`;
  fixture.stripe.setups.set(setupIntent, { method, last4 });
  const event = writeEvent("checkout.session.completed", {
    ...{ id: "cs_setup", object: "checkout.session", mode: "setup", payment_status: "no_payment_required" },
    ...{ customer: "cus_test", setup_intent: setupIntent },
    metadata: { mintwright_account: owner.accountId },
  });
  expect(await fixture.deliver(event)).toBe(200);
}

/** Looks at all balances, as two workers at the same moment do. */
async function look() {
  const { database, queue } = fixture.platform;
  const job = createTopUpCheckJob({ database, enqueue: queue.enqueue });
  await Promise.all([job.handle({}), job.handle({})]);
}

const isPending = async () => {
  const { database } = fixture.platform;
  const row = await database
    .selectFrom("auto_top_up")
    .select("pending_payment")
    .where("account_id", "=", owner.accountId)
    .executeTakeFirst();
  return row?.pending_payment ?? null;
};

/** Waits until no job of a top-up is left. */
const settle = () =>
  vi.waitFor(
    async () => {
      const { rows } = await import("kysely").then(({ sql }) =>
        sql`select state, output from pgboss.job where name = 'top-up-credits' and state in ('created', 'retry', 'active')`.execute(
          fixture.platform.database,
        ),
      );
      expect(rows).toEqual([]);
    },
    { timeout: 30_000, interval: 50 },
  );

describe("automatic top-up", () => {
  it("needs a saved method, a pack that is sold, and a limit that covers it", async () => {
    expect(await read()).toEqual({ methodName: null, topUp: null });
    expect((await put()).status).toBe(400);
    await saveCard();
    expect((await put({ credits: 501 })).status).toBe(400);
    expect((await put({ monthlyLimit: 2_499 })).status).toBe(400);
    expect((await put()).status).toBe(200);
    expect(await read()).toEqual({
      methodName: "visa •••• 4242",
      topUp: { ...settings, boughtThisMonth: 0, stoppedReason: null },
    });
  });

  it("is switched off also when its pack is no longer sold", async () => {
    await saveCard();
    await put();
    expect((await put({ isEnabled: false, credits: 501 })).status).toBe(200);
    expect(await read()).toMatchObject({ topUp: { ...settings, isEnabled: false } });
  });

  it("buys one pack at a time, once, up to the limit of the month, and tells by email", async () => {
    await saveCard();
    await put();
    await look();
    await look();
    await settle();
    expect(fixture.stripe.charges.size).toBe(1);
    const [[paymentId, charge] = []] = [...fixture.stripe.charges];
    expect(Object.fromEntries(charge?.form ?? [])).toMatchObject({
      ...{ amount: "2500", currency: "usd", customer: "cus_test", payment_method: "pm_1" },
      "metadata[mintwright_payment]": paymentId,
    });
    expect(await readBalance()).toBe(500);
    expect((await fixture.mail.takeEmail(owner.email, 20_000)).subject).toBe(
      "500 credits were bought automatically",
    );
    // Stripe tells of it as well, and a look at a full balance changes nothing.
    const intent = {
      ...{ id: charge?.id, object: "payment_intent", status: "succeeded", currency: "usd" },
      ...{ amount_received: 2_500 },
      metadata: {
        ...{ mintwright_account: owner.accountId, mintwright_payment: paymentId },
        ...{ mintwright_credits: "500", mintwright_automatic: "true" },
      },
    };
    expect(await fixture.deliver(writeEvent("payment_intent.succeeded", intent))).toBe(200);
    await look();
    await settle();
    expect(await readBalance()).toBe(500);
    const { database } = fixture.platform;
    for (const expected of [2, 2]) {
      await database
        .transaction()
        .execute((transaction) => reclaimGrant(transaction, owner.accountId, 45_000, "test"));
      await look();
      await settle();
      expect(fixture.stripe.charges.size).toBe(expected);
    }
    expect(await read()).toMatchObject({ topUp: { isEnabled: true, boughtThisMonth: 5_000 } });
    const { payments } = (await owner.call("GET", "/payments")).body as { payments: { id: string }[] };
    expect(payments).toHaveLength(2);
  });

  it("repeats a charge that Stripe did not answer, with the same payment", async () => {
    await saveCard();
    await put();
    fixture.stripe.failNext = 3;
    await look();
    await vi.waitFor(() => expect(fixture.stripe.failNext).toBe(0), 30_000);
    const pending = await isPending();
    expect(pending).toEqual(expect.any(String));
    await settle();
    expect([...fixture.stripe.charges.keys()]).toEqual([pending]);
    expect(await readBalance()).toBe(500);
  }, 60_000);

  it("is switched off with an email when the card is declined, and charges nothing more", async () => {
    await saveCard();
    await put();
    fixture.stripe.chargesEnd = "declined";
    await look();
    await settle();
    expect(await read()).toMatchObject({
      topUp: { isEnabled: false, stoppedReason: "Your card was declined." },
    });
    const email = await fixture.mail.takeEmail(owner.email, 20_000);
    expect(email.subject).toBe("Automatic top-up is switched off");
    expect(email.text).toContain("Your card was declined.");
    await look();
    await settle();
    expect(fixture.stripe.charges.size).toBe(1);
    expect(await readBalance()).toBe(0);
    fixture.stripe.chargesEnd = "succeeded";
    await put();
    await look();
    await settle();
    expect(await readBalance()).toBe(500);
  });

  it("waits for a payment that takes days, and is switched off when that fails", async () => {
    await saveCard();
    await put();
    fixture.stripe.chargesEnd = "processing";
    await look();
    await settle();
    const paymentId = await isPending();
    expect(paymentId).toEqual(expect.any(String));
    await look();
    await settle();
    expect(fixture.stripe.charges.size).toBe(1);
    const failed = {
      ...{ id: "pi_auto_1", object: "payment_intent", status: "requires_payment_method" },
      last_payment_error: { message: "The bank refused." },
      metadata: {
        ...{ mintwright_account: owner.accountId, mintwright_payment: paymentId },
        mintwright_automatic: "true",
      },
    };
    const event = writeEvent("payment_intent.payment_failed", failed);
    expect([await fixture.deliver(event), await fixture.deliver(event)]).toEqual([200, 200]);
    expect(await read()).toMatchObject({ topUp: { isEnabled: false, stoppedReason: "The bank refused." } });
    expect(await isPending()).toBeNull();
  });

  it("stops when the price has changed, and with the method that it used", async () => {
    await saveCard();
    await put();
    const { database } = fixture.platform;
    await database
      .updateTable("auto_top_up")
      .set({ amount: 2_000 })
      .where("account_id", "=", owner.accountId)
      .execute();
    await look();
    await settle();
    expect(await read()).toMatchObject({ topUp: { stoppedReason: "The price of the pack has changed." } });
    expect(fixture.stripe.charges.size).toBe(0);
    await put();
    expect((await owner.call("DELETE", "/payments/method")).status).toBe(200);
    expect(fixture.stripe.detached).toContain("pm_1");
    expect(await read()).toMatchObject({ methodName: null, topUp: { isEnabled: false } });
  });
});

describe("a receipt", () => {
  it("is a PDF of a payment that has arrived", async () => {
    const buyer = await fixture.startPurchase();
    const path = `/payments/${buyer.paymentId}/receipt.pdf`;
    expect((await buyer.call("GET", path)).status).toBe(404);
    await fixture.deliver(buyer.events.paid);
    const receipt = await buyer.call("GET", path);
    expect([receipt.status, receipt.headers.get("content-type")]).toEqual([200, "application/pdf"]);
    const { extractText, getDocumentProxy } = await import("unpdf");
    const answer = await fetch(`${fixture.baseUrl}/dashboard/api${path}`, {
      headers: { cookie: [...buyer.cookies].map(([name, value]) => `${name}=${value}`).join("; ") },
    });
    const bytes = new Uint8Array(await answer.arrayBuffer());
    const { text } = await extractText(await getDocumentProxy(bytes), { mergePages: true });
    const said = text.replaceAll("\u00a0", " ");
    for (const part of ["Receipt", buyer.paymentId, buyer.email, "USD 25.00", "500", "stripe, pi_"])
      expect(said).toContain(part);
    expect((await owner.call("GET", path)).status).toBe(404);
    await grantCredits(fixture.platform.database, buyer.accountId, 1, "for the ledger");
  });
});
