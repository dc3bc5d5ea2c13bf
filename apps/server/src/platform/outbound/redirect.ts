import { OutboundError } from "./outbound-error.ts";
import { parseTargetUrl } from "./target-url.ts";

const REDIRECT_STATUSES: ReadonlySet<number> = new Set([301, 302, 303, 307, 308]);

/** Returns the unchecked redirect target; undefined when the response is no redirect. */
export function findRedirectTarget(
  url: URL,
  status: number,
  location: string | string[] | undefined,
): URL | undefined {
  if (!REDIRECT_STATUSES.has(status) || location === undefined) {
    return undefined;
  }
  if (typeof location !== "string") {
    throw new OutboundError("bad_response", "The response has several Location headers.");
  }
  // Header bytes arrive as latin1, but servers write URLs in UTF-8.
  const target = parseTargetUrl(Buffer.from(location, "latin1").toString(), url);
  if (url.protocol === "https:" && target.protocol === "http:") {
    throw new OutboundError("url_scheme", "The URL redirects from https to http. Use the final URL instead.");
  }
  return target;
}
