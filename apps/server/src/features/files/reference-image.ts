import sharp from "sharp";
import type { ReferenceImage } from "../../engines/image/index.ts";
import { AppError } from "../../platform/errors.ts";
import { type Outbound, OutboundError } from "../../platform/outbound/index.ts";

/** How large the file of a reference may be. */
export const maxReferenceBytes = 10 * 1024 * 1024;
const maxPixels = 25_000_000;
const timeoutInMs = 15_000;
const formats = ["jpeg", "png", "webp", "gif", "heif", "tiff"];

/** How far the result leaves a reference: less when the character must be recognised. */
const strengths = { free: 0.65, keepsCharacter: 0.4 };

/** The reference image cannot be used; the sentence says why. */
export class ReferenceImageRefusedError extends AppError {
  constructor(reason: string, cause?: unknown) {
    super("reference_image_refused", `The reference image cannot be used: ${reason}.`, { cause });
  }
}

/** Makes of a reference what an engine begins from: an upright sRGB picture of the painted size. */
export async function prepareReference(
  picture: Buffer,
  { keepsCharacter, ...size }: { keepsCharacter: boolean; width: number; height: number },
): Promise<ReferenceImage> {
  const bytes = await readReferencePicture(picture, size);
  const strength = keepsCharacter ? strengths.keepsCharacter : strengths.free;
  return { bytes, format: "png", strength, keepsCharacter };
}

/** Fetches a reference image through the outbound guard. */
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
  if (status !== 200) throw new ReferenceImageRefusedError(`its server answered ${status}`);
  return body;
}

/** Reads a picture of unknown origin: its type by content, its size before any pixel is decoded. */
export async function readReferencePicture(
  bytes: Buffer,
  size: { width: number; height: number },
): Promise<Buffer> {
  await readHeader(bytes);
  const picture = sharp(bytes, { limitInputPixels: maxPixels, failOn: "error", pages: 1 });
  return picture
    .rotate()
    .toColourspace("srgb")
    .flatten({ background: "white" })
    .resize(size.width, size.height, { fit: "cover", position: "attention" })
    .png()
    .toBuffer()
    .catch((cause) => {
      throw new ReferenceImageRefusedError("it is damaged or cut off", cause);
    });
}

/** Reads type and size of a picture of unknown origin, and refuses what is not to be decoded. */
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
    // The header alone says type and size; a limit here would only hide the reason.
    return await sharp(bytes, { limitInputPixels: false, pages: 1 }).metadata();
  } catch (cause) {
    throw new ReferenceImageRefusedError("it is not a picture that can be read", cause);
  }
}
