import { isSecretField, removed, removeSecrets } from "./remove-secrets.ts";
import type { EndedRequest, SentResponse, StoredBodies } from "./request-log.ts";

const maxTextCharacters = 8_192;
/** Longer than a secret, so that none is cut before it is recognised. */
const overlapCharacters = 4_096;
const maxBodyCharacters = 32_768;
const maxListItems = 100;
/** Larger answers are not parsed: that would delay other requests. */
const maxParsedBytes = 256 * 1024;

/** Copies the bodies of a request for the log: without secrets, long texts and lists shortened. */
export function shortenBodies({ url, requestBody, response }: EndedRequest): StoredBodies {
  const shortening = startShortening();
  const query = url.includes("?") ? url.slice(url.indexOf("?")) : null;
  const stored = {
    query: query && shortenText(query, shortening),
    requestBody: requestBody === undefined ? null : writeJson(requestBody, shortening),
    responseBody: null as string | null,
  };
  const ofResponse = startShortening();
  if (response) stored.responseBody = shortenResponse(response, ofResponse);
  return { ...stored, isShortened: shortening.isShortened || ofResponse.isShortened };
}

interface Shortening {
  isShortened: boolean;
  /** Bounds the work: texts beyond it are left out without being read. */
  charactersLeft: number;
}

const startShortening = (): Shortening => ({ isShortened: false, charactersLeft: maxBodyCharacters });

function shortenResponse({ contentType, body }: SentResponse, shortening: Shortening): string | null {
  const bytes = Buffer.byteLength(body);
  if (bytes === 0) return null;
  const isJson = contentType.includes("json");
  const isText = isJson || contentType.startsWith("text/");
  if (!isText || (isJson && bytes > maxParsedBytes)) {
    shortening.isShortened = true;
    return `${contentType}, ${bytes.toLocaleString("en")} bytes`;
  }
  const text = body.toString();
  if (!isJson) return shortenText(text, shortening);
  try {
    return writeJson(JSON.parse(text), shortening);
  } catch {
    return shortenText(text, shortening);
  }
}

function writeJson(value: unknown, shortening: Shortening): string {
  const json = JSON.stringify(shortenValue(value, "", shortening)) ?? "null";
  if (json.length <= maxBodyCharacters) return json;
  shortening.isShortened = true;
  return `${json.slice(0, maxBodyCharacters).toWellFormed()}…`;
}

function shortenValue(value: unknown, name: string, shortening: Shortening): unknown {
  if (typeof value === "string") return shortenText(value, shortening, name);
  if (typeof value !== "object" || value === null) return value;
  if (Array.isArray(value)) {
    // The bytes of an image.
    if (value.length > maxListItems && typeof value[0] === "number") {
      shortening.isShortened = true;
      return `${value.length.toLocaleString("en")} numbers`;
    }
    const items = value.slice(0, maxListItems).map((item) => shortenValue(item, name, shortening));
    if (value.length <= maxListItems) return items;
    shortening.isShortened = true;
    return [...items, `… ${value.length - maxListItems} more`];
  }
  return Object.fromEntries(
    Object.entries(value).map(([field, part]) => [
      field,
      isSecretField(field, part) ? removed : shortenValue(part, field, shortening),
    ]),
  );
}

function shortenText(text: string, shortening: Shortening, name?: string): string {
  if (shortening.charactersLeft <= 0) {
    shortening.isShortened = true;
    return "…";
  }
  shortening.charactersLeft -= Math.min(text.length, maxTextCharacters);
  const safe = removeSecrets(text.slice(0, maxTextCharacters + overlapCharacters), name);
  // PostgreSQL stores neither NUL nor half of a surrogate pair.
  const storable = safe.slice(0, maxTextCharacters).replaceAll("\0", "").toWellFormed();
  if (text.length <= maxTextCharacters) return storable;
  shortening.isShortened = true;
  return `${storable}… (${text.length.toLocaleString("en")} characters)`;
}
