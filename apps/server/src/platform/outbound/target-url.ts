import { OutboundError } from "./outbound-error.ts";

/** Longer than any real link, and small enough for a request line to fit into a server's header limit. */
const MAX_URL_CHARACTERS = 8_192;

/**
 * Parses a URL as browsers do, which normalises decimal, octal, hex and full-width spellings of an address. Rejects
 * everything but plain http and https URLs, and drops the fragment.
 */
export function parseTargetUrl(text: string, base?: URL): URL {
  const url = text.length <= MAX_URL_CHARACTERS ? URL.parse(text, base?.href) : null;
  if (!url) {
    throw new OutboundError("url_invalid", "The URL is not valid. Use a complete http or https URL.");
  }
  if (url.protocol !== "http:" && url.protocol !== "https:") {
    throw new OutboundError("url_scheme", "Only http and https URLs are supported.");
  }
  if (url.username !== "" || url.password !== "") {
    throw new OutboundError("url_credentials", "The URL must not contain a user name or a password.");
  }
  url.hash = "";
  return url;
}

/** The host without the brackets around IPv6 addresses. */
export function hostOf(url: URL): string {
  return url.hostname.startsWith("[") ? url.hostname.slice(1, -1) : url.hostname;
}

export function portOf(url: URL): number {
  if (url.port !== "") {
    return Number(url.port);
  }
  return url.protocol === "https:" ? 443 : 80;
}
