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

/** Encodes a picture as PNG of exactly that size, in bytes that can be moved to another thread. */
export async function encodePicture(
  { data, width, height }: RgbPicture,
  size: { width: number; height: number },
): Promise<Uint8Array> {
  const png = await sharp(data, { raw: { width, height, channels: 3 } })
    .resize({ ...size, fit: "fill", kernel: "lanczos3" })
    .png({ compressionLevel: 6 })
    .toUint8Array();
  return png.data;
}
