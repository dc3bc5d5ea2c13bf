import type { GeneratedImage } from "./image-engine.ts";
import { createUnreadableAnswerError } from "./image-server-errors.ts";

type ImageFormat = GeneratedImage["format"];

/** Longest accepted base64 image: 64 MB. */
export const maxBase64Characters = 64 * 1024 * 1024;

export const maxImageBytes = (maxBase64Characters / 4) * 3;

/** Detects the format from the first bytes, ignoring what the sender claims. */
export function detectImageFormat(bytes: Buffer): ImageFormat | undefined {
  if (bytes.subarray(0, 8).equals(Buffer.from("\x89PNG\r\n\x1a\n", "latin1"))) return "png";
  if (bytes.subarray(0, 3).equals(Buffer.from([0xff, 0xd8, 0xff]))) return "jpeg";
  if (bytes.toString("latin1", 0, 4) === "RIFF" && bytes.toString("latin1", 8, 12) === "WEBP") return "webp";
  return undefined;
}

/** Reads the size from a PNG's header; undefined for other formats. */
export function readPngSize(bytes: Buffer): { width: number; height: number } | undefined {
  const isPng = detectImageFormat(bytes) === "png" && bytes.toString("latin1", 12, 16) === "IHDR";
  return isPng && bytes.length >= 24
    ? { width: bytes.readUInt32BE(16), height: bytes.readUInt32BE(20) }
    : undefined;
}

/** Validates that bytes are an image of a known format and an allowed size. */
export function readImage(bytes: Buffer): { bytes: Buffer; format: ImageFormat } {
  const format = bytes.length <= maxImageBytes ? detectImageFormat(bytes) : undefined;
  if (!format) throw createUnreadableAnswerError(`${bytes.length} bytes that are no known image`);
  return { bytes, format };
}

// A multiple of 4, and small enough for the strings in between to stay in the young generation.
const charactersPerPart = 96 * 1024;

/** Decodes a base64 image, with or without the `data:` prefix that some servers add. */
export function readBase64Image(image: string | Buffer): { bytes: Buffer; format: ImageFormat } {
  const read = (from: number, to: number) =>
    typeof image === "string" ? image.slice(from, to) : image.toString("latin1", from, to);
  const start = read(0, 5) === "data:" ? read(0, 100).indexOf(",") + 1 : 0;
  const length = image.length - start;
  if (length > maxBase64Characters) throw createUnreadableAnswerError(`${image.length} characters of base64`);
  const padding = /={0,2}$/.exec(read(Math.max(start, image.length - 2), image.length))?.[0].length ?? 0;
  const bytes = Buffer.allocUnsafe(length % 4 === 0 ? (length / 4) * 3 - padding : 0);
  let written = 0;
  for (let from = start; from < image.length && bytes.length > 0; from += charactersPerPart) {
    written += bytes.write(read(from, from + charactersPerPart), written, "base64");
  }
  // Node skips invalid base64 instead of rejecting it; then fewer bytes come out than the length implies.
  if (bytes.length === 0 || written !== bytes.length)
    throw createUnreadableAnswerError("text that is not base64");
  return readImage(bytes);
}
