import { Webhook } from "standardwebhooks";
import { type Outbound, OutboundError, type OutboundErrorCode } from "../../platform/outbound/index.ts";
import type { AttemptResult, ClaimedDelivery } from "./deliveries.repository.ts";
import type { WebhookSecrets } from "./webhook-secret.ts";

/** Receivers must answer within this time and process the event afterwards. */
export const attemptTimeoutInMs = 10_000;

/** The answer's body is not read; this much of it may arrive with the headers. */
const maxUnreadBytes = 1_048_576;

/** Errors that no retry can fix: the URL itself is refused. */
const finalCodes: readonly OutboundErrorCode[] = [
  "url_invalid",
  "url_scheme",
  "url_credentials",
  "url_port",
  "address_not_public",
];

type Judgement = Pick<AttemptResult, "outcome" | "status" | "error">;

/** Sends one signed webhook and judges the answer. Never throws: whatever happens is a result. */
export async function attemptDelivery(
  outbound: Outbound,
  { deliveryId, url, body, isGone }: ClaimedDelivery,
  { secret, previous }: WebhookSecrets,
): Promise<Judgement> {
  if (isGone) {
    const error = "Not sent: the receiver answered 410 Gone before. Replay this delivery when it is back.";
    return { outcome: "stopped", status: null, error };
  }
  const sentAt = new Date();
  // Signatures of both secrets, separated by a space as the standard has it: a receiver verifies with either.
  const signatures = [secret, ...(previous ? [previous.secret] : [])].map((each) =>
    new Webhook(each).sign(deliveryId, sentAt, body),
  );
  try {
    const { status } = await outbound.fetch(url, {
      method: "POST",
      body,
      headers: {
        "content-type": "application/json",
        "webhook-id": deliveryId,
        "webhook-timestamp": String(Math.floor(sentAt.getTime() / 1000)),
        "webhook-signature": signatures.join(" "),
      },
      maxBytes: maxUnreadBytes,
      ignoresBody: true,
      timeoutInMs: attemptTimeoutInMs,
    });
    return judgeStatus(status);
  } catch (failure) {
    const isFinal = failure instanceof OutboundError && finalCodes.includes(failure.code);
    const error = failure instanceof OutboundError ? failure.message : "The attempt failed on our side.";
    return { outcome: isFinal ? "failed" : "retry", status: null, error };
  }
}

function judgeStatus(status: number): Judgement {
  if (status >= 200 && status < 300) return { outcome: "delivered", status, error: null };
  if (status === 410)
    return { outcome: "stopped", status, error: "The receiver is gone (410); nothing more is sent to it." };
  if (status >= 300 && status < 400)
    return { outcome: "retry", status, error: "Redirects are not followed. Give the receiver's final URL." };
  return { outcome: "retry", status, error: `The receiver answered ${status}.` };
}
