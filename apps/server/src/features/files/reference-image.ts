import sharp from "sharp";
import type { ReferenceImage } from "../../engines/image/index.ts";
import { AppError } from "../../platform/errors.ts";
import { type Outbound, OutboundError } from "../../platform/outbound/index.ts";

export const maxReferenceBytes = 10 * 1024 * 1024;
const maxPixels = 25_000_000;
const timeoutInMs = 15_000;
const formats = ["jpeg", "png", "webp", "gif", "heif", "tiff"];

/** How far the result departs from a reference: less when the character must stay recognisable. */
const strengths = { free: 0.65, keepsCharacter: 0.4 };

export class ReferenceImageRefusedError extends AppError {
  constructor(reason: string, cause?: unknown) {
    super("reference_image_refused", `The reference image cannot be used: ${reason}.`, { cause });
  }
}

/** Prepares a reference for an engine: upright, in sRGB, cropped to the size of the result. */
export async function prepareReference(
  image: Buffer,
  { keepsCharacter, ...size }: { keepsCharacter: boolean; width: number; height: number },
): Promise<ReferenceImage> {
  const bytes = await decodeReference(image, size);
  const strength = keepsCharacter ? strengths.keepsCharacter : strengths.free;
  return { bytes, format: "png", strength, keepsCharacter };
}

export async function fetchReferenceImage(
  outbound: Outbound,
  { url, signal }: { url: string; signal: AbortSignal },
): Promise<Buffer> {
  const { body, status } = await outbound
    .fetch(url, { maxBytes: maxReferenceBytes, timeoutInMs, signal })
    .catch((error: unknown) => {
      if (error instanceof OutboundError)
        throw new ReferenceImageRefusedError(error.message.replace(/\.$/, ""), error);
      throw error;
    });
  if (status !== 200) throw new ReferenceImageRefusedError(`its server responded with status ${status}`);
  return body;
}

/** Decodes an untrusted image: detects the type from its content and checks the size before decoding pixels. */
export async function decodeReference(
  bytes: Buffer,
  size: { width: number; height: number },
): Promise<Buffer> {
  await readHeader(bytes);
  const image = sharp(bytes, { limitInputPixels: maxPixels, failOn: "error", pages: 1 });
  return image
    .rotate()
    .toColourspace("srgb")
    .flatten({ background: "white" })
    .resize(size.width, size.height, { fit: "cover", position: "attention" })
    .png()
    .toBuffer()
    .catch((cause) => {
      throw new ReferenceImageRefusedError("the file is damaged or incomplete", cause);
    });
}

/** Reads type and size of an untrusted image. Throws for images that must not be decoded. */
export async function readHeader(bytes: Buffer): Promise<{ maxPixels: number }> {
  const { format, width, height } = await readMetadata(bytes);
  if (!formats.includes(format)) {
    throw new ReferenceImageRefusedError("it must be a JPEG, PNG, WebP, GIF, AVIF or TIFF");
  }
  if (width * height > maxPixels) throw new ReferenceImageRefusedError("it has more than 25 megapixels");
  return { maxPixels };
}

async function readMetadata(bytes: Buffer) {
  try {
    // Reads the header only; a pixel limit here would hide the reason.
    return await sharp(bytes, { limitInputPixels: false, pages: 1 }).metadata();
  } catch (cause) {
    throw new ReferenceImageRefusedError("it is not a readable image", cause);
  }
}
