import { render } from "@mintwright/sketch";
import sharp from "sharp";
import type { RgbImage } from "../rgb-image.ts";

/** Draws an image full of edges and fine lines, as PNG. */
export async function drawDetailedImage(side: number): Promise<Buffer> {
  const prompt = "a fox wizard with a staff in a forest";
  const { png } = await render({ prompt, width: side, height: side, seed: 7 });
  return png;
}

/** Scales an image with sharp; to compare with enlargements, only reduce with it (see lanczos.ts). */
export function resample(bytes: Buffer, width: number, height: number): Promise<Buffer> {
  return sharp(bytes).resize({ width, height, fit: "fill", kernel: "lanczos3" }).png().toBuffer();
}

/** Creates a soft gradient under noise, stripes and hard edges: seams show on the first, errors on the others. */
export function createGradientWithDetail(width: number, height: number): RgbImage {
  const data = new Uint8Array(width * height * 3);
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width; x++) {
      const stripes = y > height / 2 && (x + y) % 5 < 2 ? 60 : 0;
      const noise = x > width / 2 ? ((x * 7919 + y * 104_729) % 97) / 2 : 0;
      data.set([(200 * x) / width + noise, (200 * y) / height + stripes, 100 + stripes], (y * width + x) * 3);
    }
  }
  return { data, width, height };
}
