import sharp from "sharp";

const maxPixels = 40_000_000;
const maxSideInPixels = 1_200;
const minSideInPixels = 32;
const formats = ["jpeg", "png", "webp", "gif", "heif", "tiff"];

export class UnusableImageError extends Error {
  override readonly name = "UnusableImageError";
}

/**
 * Converts an untrusted image to WebP. Detects the type from its content and checks the size before decoding pixels.
 * Rejects SVG, which can contain scripts and load URLs, and tracking pixels.
 */
export async function shrinkImage(bytes: Buffer): Promise<Buffer> {
  const refuse = (reason: string, cause?: unknown) => new UnusableImageError(reason, { cause });
  const header = await sharp(bytes, { limitInputPixels: false, pages: 1 })
    .metadata()
    .catch((cause) => {
      throw refuse("it is not a readable image", cause);
    });
  const { format = "", width = 0, height = 0 } = header;
  if (!formats.includes(format)) throw refuse(`${format} is not an accepted format`);
  if (width * height > maxPixels) throw refuse("it has too many pixels");
  if (Math.min(width, height) < minSideInPixels) throw refuse("it is too small to see");
  return sharp(bytes, { limitInputPixels: maxPixels, failOn: "error", pages: 1 })
    .rotate()
    .toColourspace("srgb")
    .resize(maxSideInPixels, maxSideInPixels, { fit: "inside", withoutEnlargement: true })
    .webp({ quality: 80 })
    .toBuffer()
    .catch((cause) => {
      throw refuse("the file is damaged or incomplete", cause);
    });
}
