import sharp from "sharp";
import type { Raster } from "./raster.ts";

/** Turns SVG into pixels, with or without alpha. */
export async function rasterise(svg: string, hasCoverage: boolean): Promise<Raster> {
  const image = sharp(Buffer.from(svg), { limitInputPixels: 4_194_304 });
  const { data, info } = await (hasCoverage ? image.ensureAlpha() : image.flatten({ background: "#ffffff" }))
    .raw()
    .toBuffer({ resolveWithObject: true });
  return { data, width: info.width, height: info.height, channels: hasCoverage ? 4 : 3 };
}
