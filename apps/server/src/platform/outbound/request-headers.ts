import { OutboundError } from "./outbound-error.ts";

/** Headers that only the client itself sets: they decide how the message is framed, routed or decoded, or are cookies. */
const RESERVED_HEADERS: ReadonlySet<string> = new Set([
  "accept-encoding",
  "connection",
  "content-length",
  "cookie",
  "expect",
  "host",
  "keep-alive",
  "te",
  "trailer",
  "transfer-encoding",
  "upgrade",
]);

/** The only headers that follow a redirect to another origin: a list of headers to drop would miss custom secrets. */
const PORTABLE_HEADERS: ReadonlySet<string> = new Set([
  "accept",
  "accept-encoding",
  "accept-language",
  "if-modified-since",
  "if-none-match",
  "user-agent",
]);

export type HeaderRecord = Readonly<Record<string, string>>;

/** Merges the given headers with the client's own, in lower case. */
export function buildRequestHeaders(
  given: HeaderRecord,
  accept: readonly string[] | undefined,
  userAgent: string,
): HeaderRecord {
  const headers: Record<string, string> = { accept: accept?.join(", ") ?? "*/*", "user-agent": userAgent };
  for (const [name, value] of Object.entries(given)) {
    const key = name.toLowerCase();
    if (RESERVED_HEADERS.has(key) || key.startsWith("proxy-")) {
      throw new OutboundError("request_invalid", `The header ${key} cannot be set.`);
    }
    headers[key] = value;
  }
  headers["accept-encoding"] = "gzip, br";
  return headers;
}

/** Removes everything that must not reach another origin, above all credentials. */
export function dropPrivateHeaders(headers: HeaderRecord): HeaderRecord {
  return Object.fromEntries(Object.entries(headers).filter(([name]) => PORTABLE_HEADERS.has(name)));
}
