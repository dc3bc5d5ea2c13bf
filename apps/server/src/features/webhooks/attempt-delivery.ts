import { Webhook } from "standardwebhooks";
import { type Outbound, OutboundError, type OutboundErrorCode } from "../../platform/outbound/index.ts";
import type { AttemptResult, ClaimedDelivery } from "./deliveries.repository.ts";
import type { WebhookSecrets } from "./webhook-secret.ts";

/** Receivers must answer within this time and process the event afterwards. */
export const attemptTimeoutInMs = 10_000;

/** Only the beginning of the answer is read; this much of it may arrive with the headers. */
const maxUnreadBytes = 1_048_576;
const shownCharacters = 1_000;
const beginningOnly = { maxBytes: 4 * shownCharacters, timeoutInMs: 1_000 };

/** Errors that no retry can fix: the URL itself is refused. */
const finalCodes: readonly OutboundErrorCode[] = [
  "url_invalid",
  "url_scheme",
  "url_credentials",
  "url_port",
  "address_not_public",
];

type Judgement = Pick<AttemptResult, "outcome" | "status" | "error">;
type Attempt = Judgement & Pick<AttemptResult, "answerText">;

/**
 * Sends one signed webhook and judges the answer. Never throws: whatever happens is a result. Without secrets, its endpoint
 * was deleted or disabled.
 */
export async function attemptDelivery(
  outbound: Outbound,
  { deliveryId, url, body, isGone }: ClaimedDelivery,
  secrets: WebhookSecrets | undefined,
): Promise<Attempt> {
  if (isGone || !secrets) {
    const error = secrets
      ? "Not sent: the receiver answered 410 Gone before. Replay this delivery when it is back."
      : "Not sent: the endpoint was deleted or disabled.";
    return { outcome: "stopped", status: null, error, answerText: null };
  }
  const { secret, previous } = secrets;
  const sentAt = new Date();
  // Signatures of both secrets, separated by a space as the standard has it: a receiver verifies with either.
  const signatures = [secret, ...(previous ? [previous.secret] : [])].map((each) =>
    new Webhook(each).sign(deliveryId, sentAt, body),
  );
  try {
    const { status, body: answer } = await outbound.fetch(url, {
      method: "POST",
      body,
      headers: {
        "content-type": "application/json",
        "webhook-id": deliveryId,
        "webhook-timestamp": String(Math.floor(sentAt.getTime() / 1000)),
        "webhook-signature": signatures.join(" "),
      },
      maxBytes: maxUnreadBytes,
      beginningOnly,
      timeoutInMs: attemptTimeoutInMs,
    });
    return { ...judgeStatus(status), answerText: toText(answer) };
  } catch (failure) {
    const isFinal = failure instanceof OutboundError && finalCodes.includes(failure.code);
    const error = failure instanceof OutboundError ? failure.message : "The attempt failed on our side.";
    return { outcome: isFinal ? "failed" : "retry", status: null, error, answerText: null };
  }
}

/** PostgreSQL stores no NUL. A character that was cut in the middle is not shown. */
function toText(bytes: Buffer): string | null {
  const text = new TextDecoder().decode(bytes, { stream: true }).replaceAll("\0", "");
  return text.slice(0, shownCharacters).toWellFormed() || null;
}

function judgeStatus(status: number): Judgement {
  if (status >= 200 && status < 300) return { outcome: "delivered", status, error: null };
  if (status === 410)
    return { outcome: "stopped", status, error: "The receiver is gone (410); nothing more is sent to it." };
  if (status >= 300 && status < 400)
    return { outcome: "retry", status, error: "Redirects are not followed. Give the receiver's final URL." };
  return { outcome: "retry", status, error: `The receiver answered ${status}.` };
}
