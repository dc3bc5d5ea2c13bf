import { WebhookVerificationError } from "./errors.ts";

/** What a webhook says. */
export interface WebhookEvent<Data = Record<string, unknown>> {
  /** Such as `collection.completed`. */
  type: string;
  timestamp: string;
  data: Data;
}

/** The headers of a request, as a web `Headers`, as Node has them, or as a plain record. */
export type WebhookHeaders = Headers | Record<string, string | string[] | undefined>;

/** What your server calls. */
export interface Webhooks {
  /** Checks that a webhook is from your Mintwright and new, and returns what it says. */
  verify<Data = Record<string, unknown>>(
    body: string | Uint8Array,
    headers: WebhookHeaders,
    /** The account's secret, or several of which any one may fit, such as the old and the new one. */
    secret: string | readonly string[],
  ): Promise<WebhookEvent<Data>>;
}

/** Five minutes, as the standard advises: longer would let whoever saw a webhook send it again. */
const toleranceInSeconds = 300;

/**
 * Checks a webhook by Standard Webhooks: give the body as it came, before it is parsed. While the account's secret is
 * rotated, a webhook carries a signature of each secret and either of them verifies it.
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
      // Takes the same time whatever differs.
      if (await crypto.subtle.verify("HMAC", key, fromBase64(value), signed)) return JSON.parse(text);
    }
  }
  throw new WebhookVerificationError("No signature of the webhook fits the secret.");
}

function importSecret(secret: string) {
  const bytes = fromBase64(secret.replace(/^whsec_/, ""));
  if (bytes.length === 0) {
    throw new WebhookVerificationError("The secret must be the `whsec_…` that GET /webhooks/secret answers.");
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
