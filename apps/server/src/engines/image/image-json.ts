import { z } from "zod";

/** An image in a response: base64 as a string, or as the received bytes. */
export const encodedImageSchema = z.union([z.string(), z.instanceof(Buffer)]);

const quote = 0x22;
const backslash = 0x5c;
const comesAsBytes = 64 * 1024;
const placeholder = "\u0001image";
const escapedPlaceholder = JSON.stringify(placeholder).slice(1, -1);

/**
 * Parses JSON that may contain an image. The first long string without escapes stays bytes: converting an image to a
 * string copies it and scans it for escapes, which costs more than everything else about a response.
 */
export function parseImageJson(bytes: Buffer): unknown {
  const place = findLongText(bytes);
  if (!place) return JSON.parse(bytes.toString("utf8"));
  const [start, end] = place;
  const image = bytes.subarray(start, end);
  const rest = `${bytes.toString("utf8", 0, start)}${escapedPlaceholder}${bytes.toString("utf8", end)}`;
  return JSON.parse(rest, (_key, value) => (value === placeholder ? image : value));
}

/** Finds the first string as long as an image; undefined once an escape makes string ends ambiguous. */
function findLongText(bytes: Buffer): [start: number, end: number] | undefined {
  const escapedAt = bytes.indexOf(backslash);
  const limit = escapedAt < 0 ? bytes.length : escapedAt;
  for (let end = -1; ; ) {
    const start = bytes.indexOf(quote, end + 1) + 1;
    end = start > 0 ? bytes.indexOf(quote, start) : -1;
    if (end < 0 || end > limit) return undefined;
    if (end - start >= comesAsBytes) return [start, end];
  }
}
