import sharp, { type Sharp } from "sharp";

/** A decoded image: red, green, blue and an opaque alpha of every pixel, row by row. */
export interface RgbaImage {
  readonly data: Uint8Array;
  readonly width: number;
  readonly height: number;
}

/** Four times the largest image that is generated here: a small file may claim a huge size. */
const maxInputPixels = 2048 * 2048;

/** Decodes an image as it is displayed: upright, in sRGB, transparency on white. */
export async function decodeImage(bytes: Uint8Array): Promise<RgbaImage> {
  const { data, info } = await sharp(bytes, { limitInputPixels: maxInputPixels })
    .autoOrient()
    .flatten({ background: "white" })
    .toColourspace("srgb")
    .ensureAlpha()
    .raw()
    .toBuffer({ resolveWithObject: true });
  return { data, width: info.width, height: info.height };
}

export function openPixels({ data, width, height }: RgbaImage): Sharp {
  return sharp(data, { raw: { width, height, channels: 4 } });
}

/** Encodes a PNG in a buffer that can be transferred to another thread. */
export async function encodePng(image: RgbaImage): Promise<Uint8Array> {
  const png = await openPixels(image).removeAlpha().png({ compressionLevel: 6 }).toUint8Array();
  return png.data;
}
