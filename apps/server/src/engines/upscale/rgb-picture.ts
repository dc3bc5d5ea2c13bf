import sharp from "sharp";

/** A picture in memory: red, green and blue of every pixel, row by row. */
export interface RgbPicture {
  readonly data: Uint8Array | Uint8ClampedArray;
  readonly width: number;
  readonly height: number;
}

/** Four times the largest picture that is painted here; a file may claim far more than its bytes. */
const maxInputPixels = 2048 * 2048;

/** Decodes a picture as it is meant to be seen: upright, in sRGB, transparent parts on white. */
export async function decodePicture(bytes: Uint8Array): Promise<RgbPicture> {
  const { data, info } = await sharp(bytes, { limitInputPixels: maxInputPixels })
    .autoOrient()
    .flatten({ background: "white" })
    .toColourspace("srgb")
    .raw()
    .toBuffer({ resolveWithObject: true });
  return { data, width: info.width, height: info.height };
}

/** What the way up and down again takes from fine lines, and a little of what the picture lacked before. */
const restoration = { sigma: 0.8, m1: 0.5, m2: 1 };

/** Encodes a picture as PNG of exactly that size, in bytes that can be moved to another thread. */
export async function encodePicture(
  { data, width, height }: RgbPicture,
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
