export type OutboundErrorCode =
  | "url_invalid"
  | "url_scheme"
  | "url_credentials"
  | "url_port"
  | "request_invalid"
  | "address_not_public"
  | "dns_failed"
  | "connect_failed"
  | "timed_out"
  | "too_many_redirects"
  | "content_type"
  | "too_large"
  | "bad_response";

const RETRYABLE_CODES: ReadonlySet<OutboundErrorCode> = new Set([
  "dns_failed",
  "connect_failed",
  "timed_out",
  "bad_response",
]);

/**
 * The only error of the outbound client. Its message may be shown to the caller; its `cause` may not, because it can
 * contain addresses.
 */
export class OutboundError extends Error {
  override readonly name = "OutboundError";
  readonly code: OutboundErrorCode;
  readonly isRetryable: boolean;

  constructor(code: OutboundErrorCode, message: string, cause?: unknown) {
    super(message, cause === undefined ? undefined : { cause });
    this.code = code;
    this.isRetryable = RETRYABLE_CODES.has(code);
  }
}
