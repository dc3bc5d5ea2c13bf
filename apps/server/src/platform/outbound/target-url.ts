import { OutboundError } from "./outbound-error.ts";

/** Beyond any real link, and small enough that a request line always fits into a server's header limit. */
const MAX_URL_CHARACTERS = 8_192;

/**
 * Parses a URL as browsers do, which turns decimal, octal, hex and full-width spellings of an address into
 * the address itself, and refuses what is not a plain http or https URL. The fragment is dropped.
 */
export function parseTargetUrl(text: string, base?: URL): URL {
  const url = text.length <= MAX_URL_CHARACTERS ? URL.parse(text, base?.href) : null;
  if (!url) {
    throw new OutboundError("url_invalid", "The URL is not valid. Give a complete http or https URL.");
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

/** The host without the brackets that URLs put around IPv6 addresses. */
export function hostOf(url: URL): string {
  return url.hostname.startsWith("[") ? url.hostname.slice(1, -1) : url.hostname;
}

/** The port that will be connected to. */
export function portOf(url: URL): number {
  if (url.port !== "") {
    return Number(url.port);
  }
  return url.protocol === "https:" ? 443 : 80;
}
