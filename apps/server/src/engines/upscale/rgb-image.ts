import sharp from "sharp";

/** A decoded image: red, green and blue of every pixel, row by row. */
export interface RgbImage {
  readonly data: Uint8Array | Uint8ClampedArray;
  readonly width: number;
  readonly height: number;
}

/** Four times the largest image that is generated here: a small file may claim a huge size. */
const maxInputPixels = 2048 * 2048;

/** Decodes an image as it is displayed: upright, in sRGB, transparency on white. */
export async function decodeImage(bytes: Uint8Array): Promise<RgbImage> {
  const { data, info } = await sharp(bytes, { limitInputPixels: maxInputPixels })
    .autoOrient()
    .flatten({ background: "white" })
    .toColourspace("srgb")
    .raw()
    .toBuffer({ resolveWithObject: true });
  return { data, width: info.width, height: info.height };
}

/** Sharpening that restores what enlarging and reducing took from fine lines, and slightly more. */
const restoration = { sigma: 0.8, m1: 0.5, m2: 1 };

/** Encodes a PNG of exactly the given size, in a buffer that can be transferred to another thread. */
export async function encodeImage(
  { data, width, height }: RgbImage,
  { isRestored = false, ...size }: { width: number; height: number; isRestored?: boolean },
): Promise<Uint8Array> {
  const reduced = sharp(data, { raw: { width, height, channels: 3 } }).resize({
    ...size,
    fit: "fill",
    kernel: "lanczos3",
  });
  const image = isRestored ? reduced.sharpen(restoration) : reduced;
  const png = await image.png({ compressionLevel: 6 }).toUint8Array();
  return png.data;
}
