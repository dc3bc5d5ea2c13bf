import Stripe from "stripe";
import { z } from "zod";
import {
  type FailedCharge,
  type PaymentFact,
  type PaymentProvider,
  type SavedMethod,
  UnsignedEventError,
} from "./payment-provider.ts";

export interface StripeSettings {
  secretKey: string;
  webhookSecret: string;
  /** Replaces Stripe's own URL in tests. */
  apiUrl?: string | undefined;
}

/** Older events are replays: Stripe signs every delivery anew. */
const toleranceInSeconds = 300;

const factTypes = [
  "checkout.session.completed",
  "checkout.session.async_payment_succeeded",
  "charge.refunded",
  "refund.created",
  "refund.updated",
  "refund.failed",
  "charge.dispute.created",
  "charge.dispute.closed",
  "payment_intent.succeeded",
] as const;

const purchaseSchema = z.object({ mintwright_credits: z.string().regex(/^\d{1,9}$/) });

/** Identifies our payment: set on the session and the payment intent, from which Stripe copies it to the charge. */
const ownerSchema = z.object({ mintwright_account: z.uuid(), mintwright_payment: z.uuid() });

/** Set on payment intents of saved methods. Those of checkouts are told of by their session. */
const automatic = { mintwright_automatic: "true" };
const setupSchema = z.object({ mintwright_account: z.uuid() });

type Owner = Pick<PaymentFact, "accountId" | "paymentId">;

/** Takes payments through Stripe Checkout, so that card data never reaches this server. */
export function createStripeProvider({ secretKey, webhookSecret, apiUrl }: StripeSettings): PaymentProvider {
  const stripe = new Stripe(secretKey, {
    maxNetworkRetries: 2,
    timeout: 20_000,
    telemetry: false,
    ...(apiUrl && toAddress(apiUrl)),
  });

  /** Looks up the owner at Stripe, for events whose object carries no metadata. */
  async function findOwner(providerPayment: string): Promise<Owner | undefined> {
    return readOwner((await stripe.paymentIntents.retrieve(providerPayment)).metadata);
  }

  async function toReversal(
    of: { payment_intent: string | { id: string } | null; metadata?: Stripe.Metadata | null },
    reversal: {
      kind: "refund" | "refunds in total" | "dispute";
      id: string;
      amount: number;
      stands: boolean;
    },
  ): Promise<PaymentFact | undefined> {
    const providerPayment = toId(of.payment_intent);
    if (!providerPayment) return undefined;
    const owner = readOwner(of.metadata) ?? (await findOwner(providerPayment));
    const { kind, id, amount, stands } = reversal;
    return owner && { type: "reversal", ...owner, providerPayment, kind, reversalId: id, amount, stands };
  }

  return {
    name: "stripe",
    async createCheckout({ accountId, paymentId, credits, description, amount, currency, paidUrl, leftUrl }) {
      const metadata = {
        mintwright_account: accountId,
        mintwright_payment: paymentId,
        mintwright_credits: String(credits),
      };
      const session = await stripe.checkout.sessions.create(
        {
          mode: "payment",
          line_items: [
            {
              quantity: 1,
              price_data: { currency, unit_amount: amount, product_data: { name: description } },
            },
          ],
          client_reference_id: accountId,
          metadata,
          payment_intent_data: { metadata },
          success_url: paidUrl,
          cancel_url: leftUrl,
        },
        { idempotencyKey: paymentId },
      );
      if (!session.url) throw new Error("Stripe returned a checkout session without a URL");
      return { url: session.url };
    },
    async createSetup({ accountId, customer, currency, savedUrl, leftUrl }) {
      const metadata = { mintwright_account: accountId };
      const session = await stripe.checkout.sessions.create({
        mode: "setup",
        currency,
        customer: customer ?? (await createCustomer(metadata)),
        metadata,
        success_url: savedUrl,
        cancel_url: leftUrl,
      });
      if (!session.url) throw new Error("Stripe returned a checkout session without a URL");
      return { url: session.url };
    },
    async charge({ accountId, paymentId, credits, description, amount, currency, customer, method }) {
      const metadata = {
        mintwright_account: accountId,
        mintwright_payment: paymentId,
        mintwright_credits: String(credits),
        ...automatic,
      };
      const failed = (reason: string): FailedCharge => ({
        type: "charge failed",
        accountId,
        paymentId,
        reason,
      });
      try {
        const intent = await stripe.paymentIntents.create(
          {
            ...{ amount, currency, description, metadata, customer, payment_method: method },
            off_session: true,
            confirm: true,
          },
          { idempotencyKey: paymentId },
        );
        if (intent.status === "processing") return { type: "processing" };
        return readIntent(intent) ?? failed("The payment needs your confirmation.");
      } catch (error) {
        if (error instanceof Stripe.errors.StripeCardError) return failed(error.message);
        if (error instanceof Stripe.errors.StripeInvalidRequestError && error.code === "resource_missing")
          return failed("The saved payment method no longer exists.");
        throw error;
      }
    },
    async forgetMethod(method) {
      await stripe.paymentMethods.detach(method);
    },
    async readEvent(body, signature) {
      const event = verify(body, signature);
      if (event.type === "checkout.session.completed" && event.data.object.mode === "setup")
        return readSetup(event.data.object);
      if (event.type === "payment_intent.payment_failed") return readFailure(event.data.object);
      return toFact(event);
    },
    async *listFacts(since) {
      const created = { gte: Math.floor(since.getTime() / 1000) };
      const events: Stripe.Event[] = [];
      // Stripe lists the newest first.
      for await (const event of stripe.events.list({ created, types: [...factTypes], limit: 100 }))
        events.unshift(event);
      for (const event of events) {
        const fact = await toFact(event);
        if (fact) yield fact;
      }
    },
    async checkHealth() {
      await stripe.balance.retrieve();
    },
  };

  async function createCustomer(metadata: Stripe.MetadataParam): Promise<string> {
    return (await stripe.customers.create({ metadata })).id;
  }

  async function readSetup(session: Stripe.Checkout.Session): Promise<SavedMethod | undefined> {
    const owner = setupSchema.safeParse(session.metadata);
    const [customer, intentId] = [toId(session.customer), toId(session.setup_intent)];
    if (!owner.success || !customer || !intentId) return undefined;
    const intent = await stripe.setupIntents.retrieve(intentId, { expand: ["payment_method"] });
    const method = intent.payment_method;
    if (intent.status !== "succeeded" || !method || typeof method === "string") return undefined;
    const name = method.card ? `${method.card.brand} •••• ${method.card.last4}` : method.type;
    const accountId = owner.data.mintwright_account;
    return { type: "method saved", accountId, customer, method: method.id, name };
  }

  async function toFact(event: Stripe.Event): Promise<PaymentFact | undefined> {
    switch (event.type) {
      case "checkout.session.completed":
      case "checkout.session.async_payment_succeeded":
        return readPaid(event.data.object);
      case "payment_intent.succeeded":
        return readIntent(event.data.object);
      case "charge.refunded": {
        const { id, payment_intent, metadata, amount_refunded: amount } = event.data.object;
        const kind = "refunds in total";
        return toReversal({ payment_intent, metadata }, { kind, id, amount, stands: true });
      }
      case "refund.created":
      case "refund.updated":
      case "refund.failed": {
        const { id, payment_intent, amount, status } = event.data.object;
        const stands = status !== "failed" && status !== "canceled";
        return toReversal({ payment_intent }, { kind: "refund", id, amount, stands });
      }
      case "charge.dispute.created":
      case "charge.dispute.closed": {
        const { id, payment_intent, amount, status } = event.data.object;
        // A warning is an inquiry by the bank: no money has moved.
        if (status.startsWith("warning_")) return undefined;
        const stands = status !== "won" && status !== "prevented";
        return toReversal({ payment_intent }, { kind: "dispute", id, amount, stands });
      }
      default:
        return undefined;
    }
  }

  function verify(body: Buffer, signature: string): Stripe.Event {
    try {
      return stripe.webhooks.constructEvent(body, signature, webhookSecret, toleranceInSeconds);
    } catch (error) {
      throw new UnsignedEventError("the signature is invalid or too old", { cause: error });
    }
  }
}

/** Undefined unless paid: some payment methods complete the session first and confirm the payment days later. */
function readPaid(session: Stripe.Checkout.Session): PaymentFact | undefined {
  const owner = readOwner(session.metadata);
  const providerPayment = toId(session.payment_intent);
  if (!owner || !providerPayment || session.payment_status !== "paid" || !session.amount_total)
    return undefined;
  const { success, data } = purchaseSchema.safeParse(session.metadata);
  const purchase =
    success && session.currency
      ? { credits: Number(data.mintwright_credits), currency: session.currency }
      : undefined;
  return {
    type: "paid",
    ...owner,
    providerPayment,
    amount: session.amount_total,
    ...(purchase && { purchase }),
  };
}

/** Undefined unless it is the succeeded charge of a saved method. */
function readIntent(intent: Stripe.PaymentIntent): (PaymentFact & { type: "paid" }) | undefined {
  const owner = readOwner(intent.metadata);
  if (!owner || !isAutomatic(intent) || intent.status !== "succeeded") return undefined;
  const { success, data } = purchaseSchema.safeParse(intent.metadata);
  return {
    type: "paid",
    ...owner,
    providerPayment: intent.id,
    amount: intent.amount_received,
    ...(success && {
      purchase: { credits: Number(data.mintwright_credits), currency: intent.currency },
    }),
  };
}

function readFailure(intent: Stripe.PaymentIntent): FailedCharge | undefined {
  const owner = readOwner(intent.metadata);
  if (!owner || !isAutomatic(intent)) return undefined;
  const reason = intent.last_payment_error?.message ?? "The payment failed.";
  return { type: "charge failed", ...owner, reason };
}

const isAutomatic = ({ metadata }: Stripe.PaymentIntent) =>
  metadata.mintwright_automatic === automatic.mintwright_automatic;

function readOwner(metadata: unknown): Owner | undefined {
  const { success, data } = ownerSchema.safeParse(metadata);
  return success ? { accountId: data.mintwright_account, paymentId: data.mintwright_payment } : undefined;
}

function toId(reference: string | { id: string } | null): string | undefined {
  return typeof reference === "string" ? reference : reference?.id;
}

function toAddress(apiUrl: string) {
  const { hostname, port, protocol } = new URL(apiUrl);
  const isSecure = protocol === "https:";
  return {
    host: hostname,
    port: port || (isSecure ? 443 : 80),
    protocol: isSecure ? ("https" as const) : ("http" as const),
  };
}
