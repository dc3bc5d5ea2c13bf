import sharp from "sharp";

const maxPixels = 40_000_000;
const maxSideInPixels = 1_200;
const minSideInPixels = 32;
const formats = ["jpeg", "png", "webp", "gif", "heif", "tiff"];

/** A file is no picture that an article could show. */
export class UnusablePictureError extends Error {
  override readonly name = "UnusablePictureError";
}

/**
 * Makes a WebP file for a web page of a picture of unknown origin: its type by content, its size before any pixel is
 * decoded. Drawings are refused, since they can carry scripts and fetch addresses, and so are the single pixels that
 * count readers.
 */
export async function shrinkPicture(bytes: Buffer): Promise<Buffer> {
  const refuse = (reason: string, cause?: unknown) => new UnusablePictureError(reason, { cause });
  const header = await sharp(bytes, { limitInputPixels: false, pages: 1 })
    .metadata()
    .catch((cause) => {
      throw refuse("it is not a picture that can be read", cause);
    });
  const { format = "", width = 0, height = 0 } = header;
  if (!formats.includes(format)) throw refuse(`${format} is not taken`);
  if (width * height > maxPixels) throw refuse("it has too many pixels");
  if (Math.min(width, height) < minSideInPixels) throw refuse("it is too small to see");
  return sharp(bytes, { limitInputPixels: maxPixels, failOn: "error", pages: 1 })
    .rotate()
    .toColourspace("srgb")
    .resize(maxSideInPixels, maxSideInPixels, { fit: "inside", withoutEnlargement: true })
    .webp({ quality: 80 })
    .toBuffer()
    .catch((cause) => {
      throw refuse("it is damaged or cut off", cause);
    });
}
