import { WebhookVerificationError } from "./errors.ts";
import type { WebhookDeliveries, WebhookEndpoints } from "./webhook-endpoints.ts";

/** The payload of a webhook. */
export interface WebhookEvent<Data = Record<string, unknown>> {
  /** Such as `collection.completed`. */
  type: string;
  timestamp: string;
  data: Data;
}

/** Request headers as a web `Headers`, as in Node, or as a plain record. */
export type WebhookHeaders = Headers | Record<string, string | string[] | undefined>;

/** Endpoints and deliveries of the account, and a function for your receiver. */
export interface Webhooks {
  endpoints: WebhookEndpoints;
  deliveries: WebhookDeliveries;
  /** Verifies the signature and age of a webhook, and returns its payload. */
  verify<Data = Record<string, unknown>>(
    body: string | Uint8Array,
    headers: WebhookHeaders,
    /** The secret of the endpoint or the account, or several of which one must match, such as the old and the new one. */
    secret: string | readonly string[],
  ): Promise<WebhookEvent<Data>>;
}

/** Five minutes, as the standard recommends: a longer tolerance makes replay attacks easier. */
const toleranceInSeconds = 300;

/**
 * Verifies a webhook as defined by Standard Webhooks. Pass the raw body, before it is parsed. During a rotation a
 * webhook has a signature of each secret, and either of them verifies it.
 */
export async function verifyWebhook<Data = Record<string, unknown>>(
  body: string | Uint8Array,
  headers: WebhookHeaders,
  secret: string | readonly string[],
): Promise<WebhookEvent<Data>> {
  const id = readHeader(headers, "webhook-id");
  const timestamp = readHeader(headers, "webhook-timestamp");
  const signatures = readHeader(headers, "webhook-signature");
  const ageInSeconds = Date.now() / 1000 - Number(timestamp);
  if (!(Math.abs(ageInSeconds) <= toleranceInSeconds)) {
    throw new WebhookVerificationError(`The webhook is older or newer than ${toleranceInSeconds} seconds.`);
  }
  const text = typeof body === "string" ? body : new TextDecoder().decode(body);
  const signed = new TextEncoder().encode(`${id}.${timestamp}.${text}`);
  const keys = await Promise.all((typeof secret === "string" ? [secret] : secret).map(importSecret));
  for (const signature of signatures.split(" ")) {
    const [version, value = ""] = signature.split(",");
    if (version !== "v1") continue;
    for (const key of keys) {
      // Runs in constant time.
      if (await crypto.subtle.verify("HMAC", key, fromBase64(value), signed)) return JSON.parse(text);
    }
  }
  throw new WebhookVerificationError("No signature of the webhook matches the secret.");
}

function importSecret(secret: string) {
  const bytes = fromBase64(secret.replace(/^whsec_/, ""));
  if (bytes.length === 0) {
    throw new WebhookVerificationError("The secret must be the `whsec_…` of the endpoint or the account.");
  }
  return crypto.subtle.importKey("raw", bytes, { name: "HMAC", hash: "SHA-256" }, false, ["verify"]);
}

function readHeader(headers: WebhookHeaders, name: string): string {
  const value = headers instanceof Headers ? headers.get(name) : headers[name];
  if (typeof value !== "string" || value === "") {
    throw new WebhookVerificationError(`The webhook has no header ${name}.`);
  }
  return value;
}

function fromBase64(text: string): Uint8Array<ArrayBuffer> {
  try {
    return Uint8Array.from(atob(text), (character) => character.charCodeAt(0));
  } catch {
    return new Uint8Array();
  }
}
