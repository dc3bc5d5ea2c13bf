import { render } from "@mintwright/sketch";
import sharp from "sharp";

/** Draws an image full of edges and fine lines, as PNG. */
export async function drawDetailedImage(side: number): Promise<Buffer> {
  const prompt = "a fox wizard with a staff in a forest";
  const { png } = await render({ prompt, width: side, height: side, seed: 7 });
  return png;
}

/** Scales an image with sharp; to compare with enlargements, only reduce with it: it enlarges half a pixel off. */
export function resample(bytes: Buffer, width: number, height: number): Promise<Buffer> {
  return sharp(bytes).resize({ width, height, fit: "fill", kernel: "lanczos3" }).png().toBuffer();
}
