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
    secret: string,
  ): Promise<WebhookEvent<Data>>;
}

/** Five minutes, as the standard advises: longer would let whoever saw a webhook send it again. */
const toleranceInSeconds = 300;

/** Checks a webhook by Standard Webhooks: give the body as it came, before it is parsed. */
export async function verifyWebhook<Data = Record<string, unknown>>(
  body: string | Uint8Array,
  headers: WebhookHeaders,
  secret: string,
): Promise<WebhookEvent<Data>> {
  const id = readHeader(headers, "webhook-id");
  const timestamp = readHeader(headers, "webhook-timestamp");
  const signatures = readHeader(headers, "webhook-signature");
  const ageInSeconds = Date.now() / 1000 - Number(timestamp);
  if (!(Math.abs(ageInSeconds) <= toleranceInSeconds)) {
    throw new WebhookVerificationError(`The webhook is older or newer than ${toleranceInSeconds} seconds.`);
  }
  const secretBytes = fromBase64(secret.replace(/^whsec_/, ""));
  if (secretBytes.length === 0) {
    throw new WebhookVerificationError("The secret must be the `whsec_…` that GET /webhooks/secret answers.");
  }
  const text = typeof body === "string" ? body : new TextDecoder().decode(body);
  const signed = new TextEncoder().encode(`${id}.${timestamp}.${text}`);
  const key = await crypto.subtle.importKey("raw", secretBytes, { name: "HMAC", hash: "SHA-256" }, false, [
    "verify",
  ]);
  // Several while a secret is replaced.
  for (const signature of signatures.split(" ")) {
    const [version, value = ""] = signature.split(",");
    // Takes the same time whatever differs.
    if (version === "v1" && (await crypto.subtle.verify("HMAC", key, fromBase64(value), signed))) {
      return JSON.parse(text);
    }
  }
  throw new WebhookVerificationError("No signature of the webhook fits the secret.");
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
