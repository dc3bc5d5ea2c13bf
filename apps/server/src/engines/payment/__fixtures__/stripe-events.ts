import Stripe from "stripe";

/** The secret with which events of the tests are signed. */
export const testWebhookSecret = "whsec_of_the_tests";

let events = 0;

/** Writes an event in the envelope that Stripe sends. */
export function writeEvent(type: string, object: object): string {
  events += 1;
  return JSON.stringify({
    id: `evt_${events}`,
    object: "event",
    api_version: "2026-10-28.endive",
    created: Math.floor(Date.now() / 1000),
    data: { object },
    livemode: false,
    pending_webhooks: 1,
    request: { id: null, idempotency_key: null },
    type,
  });
}

/** Signs an event as Stripe does at the moment of its delivery, or at another. */
export function signEvent(payload: string, { ageInSeconds = 0, secret = testWebhookSecret } = {}): string {
  return Stripe.webhooks.generateTestHeaderString({
    payload,
    secret,
    timestamp: Math.floor(Date.now() / 1000) - ageInSeconds,
  });
}
