import type { GeneratedImage } from "./image-engine.ts";
import { createUnreadableAnswerError } from "./image-server-errors.ts";

type ImageFormat = GeneratedImage["format"];

/** The longest base64 text that is taken for a picture: 64 MB. */
export const maxBase64Characters = 64 * 1024 * 1024;

/** The largest picture that is taken, as bytes. */
export const maxImageBytes = (maxBase64Characters / 4) * 3;

/** Tells a picture's format by its first bytes, whatever its sender calls it. */
export function detectImageFormat(bytes: Buffer): ImageFormat | undefined {
  if (bytes.subarray(0, 8).equals(Buffer.from("\x89PNG\r\n\x1a\n", "latin1"))) return "png";
  if (bytes.subarray(0, 3).equals(Buffer.from([0xff, 0xd8, 0xff]))) return "jpeg";
  if (bytes.toString("latin1", 0, 4) === "RIFF" && bytes.toString("latin1", 8, 12) === "WEBP") return "webp";
  return undefined;
}

/** Reads the size out of a PNG's header, which always stands first; nothing for other formats. */
export function readPngSize(bytes: Buffer): { width: number; height: number } | undefined {
  const isPng = detectImageFormat(bytes) === "png" && bytes.toString("latin1", 12, 16) === "IHDR";
  return isPng && bytes.length >= 24
    ? { width: bytes.readUInt32BE(16), height: bytes.readUInt32BE(20) }
    : undefined;
}

/** Checks that bytes are a picture of a known type and an allowed size. */
export function readImage(bytes: Buffer): { bytes: Buffer; format: ImageFormat } {
  const format = bytes.length <= maxImageBytes ? detectImageFormat(bytes) : undefined;
  if (!format) throw createUnreadableAnswerError(`${bytes.length} bytes that are no known image`);
  return { bytes, format };
}

// A multiple of 4, and small enough that the texts in between live and die young.
const charactersPerPart = 96 * 1024;

/** Reads a picture from base64, with or without the `data:` prefix that some servers put before it. */
export function readBase64Image(picture: string | Buffer): { bytes: Buffer; format: ImageFormat } {
  const read = (from: number, to: number) =>
    typeof picture === "string" ? picture.slice(from, to) : picture.toString("latin1", from, to);
  const start = read(0, 5) === "data:" ? read(0, 100).indexOf(",") + 1 : 0;
  const length = picture.length - start;
  if (length > maxBase64Characters)
    throw createUnreadableAnswerError(`${picture.length} characters of base64`);
  const padding = /={0,2}$/.exec(read(Math.max(start, picture.length - 2), picture.length))?.[0].length ?? 0;
  const bytes = Buffer.allocUnsafe(length % 4 === 0 ? (length / 4) * 3 - padding : 0);
  let written = 0;
  for (let from = start; from < picture.length && bytes.length > 0; from += charactersPerPart) {
    written += bytes.write(read(from, from + charactersPerPart), written, "base64");
  }
  // Node skips what is not base64 instead of refusing it; then fewer bytes come out than the length promises.
  if (bytes.length === 0 || written !== bytes.length)
    throw createUnreadableAnswerError("text that is not base64");
  return readImage(bytes);
}
