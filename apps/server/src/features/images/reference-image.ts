import sharp from "sharp";
import type { ReferenceImage } from "../../engines/image/index.ts";
import { AppError } from "../../platform/errors.ts";
import { type Outbound, OutboundError } from "../../platform/outbound/index.ts";

const maxBytes = 10 * 1024 * 1024;
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

/** Fetches a reference image through the outbound guard and makes an upright sRGB picture of the painted size of it. */
export async function fetchReferenceImage(
  outbound: Outbound,
  {
    url,
    keepsCharacter,
    signal,
    ...size
  }: { url: string; keepsCharacter: boolean; width: number; height: number; signal: AbortSignal },
): Promise<ReferenceImage> {
  const { body, status } = await outbound
    .fetch(url, { maxBytes, timeoutInMs, signal })
    .catch((error: unknown) => {
      if (error instanceof OutboundError)
        throw new ReferenceImageRefusedError(error.message.replace(/\.$/, ""), error);
      throw error;
    });
  if (status !== 200) throw new ReferenceImageRefusedError(`its server answered ${status}`);
  const bytes = await readReferencePicture(body, size);
  const strength = keepsCharacter ? strengths.keepsCharacter : strengths.free;
  return { bytes, format: "png", strength, keepsCharacter };
}

/** Reads a picture of unknown origin: its type by content, its size before any pixel is decoded. */
export async function readReferencePicture(
  bytes: Buffer,
  size: { width: number; height: number },
): Promise<Buffer> {
  // The header alone says type and size; a limit here would only hide the reason.
  const { format, width, height } = await readHeader(bytes);
  if (!formats.includes(format)) {
    throw new ReferenceImageRefusedError("it must be a JPEG, PNG, WebP, GIF, AVIF or TIFF");
  }
  if (width * height > maxPixels) throw new ReferenceImageRefusedError("it has more than 25 megapixels");
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

async function readHeader(bytes: Buffer): Promise<{ format: string; width: number; height: number }> {
  try {
    const {
      format = "",
      width = 0,
      height = 0,
    } = await sharp(bytes, { limitInputPixels: false, pages: 1 }).metadata();
    return { format, width, height };
  } catch (cause) {
    throw new ReferenceImageRefusedError("it is not a picture that can be read", cause);
  }
}
