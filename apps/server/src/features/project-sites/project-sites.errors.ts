import { AppError } from "../../platform/errors.ts";

/** A caller named a page that must not be read: another scheme, a password in the URL, an address of a private network. */
export class PageRefusedError extends AppError {
  constructor(field: string, reason: string) {
    const message = `${field} cannot be read: ${reason} Give a URL that anyone on the internet can open.`;
    super("invalid_request", message, { details: { issues: [{ path: field, message }] } });
  }
}

/** A page could not be read; the sentence says why and may be shown to the caller. */
export class PageUnreadError extends Error {
  override readonly name = "PageUnreadError";
  readonly isRefused: boolean;

  constructor(reason: string, { isRefused = false, cause }: { isRefused?: boolean; cause?: unknown } = {}) {
    super(reason, { cause });
    this.isRefused = isRefused;
  }
}
