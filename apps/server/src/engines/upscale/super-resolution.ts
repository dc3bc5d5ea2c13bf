import * as tf from "@tensorflow/tfjs-core";
import { type EnlargementFactor, getEsrganModel, reachInPixels } from "./esrgan-model.ts";
import type { RgbImage } from "./rgb-image.ts";
import { splitIntoTiles, type Tile } from "./tiles.ts";

const channels = 3;

const defaultTileSide = 256;

/**
 * Enlarges an image tile by tile, so that memory does not grow with the image. Each tile includes the margin that the
 * model looks at, and only its inside is kept: the result equals that of the whole image, so there are no seams to blend.
 */
export async function superResolve(
  image: RgbImage,
  factor: EnlargementFactor,
  { tileSide = defaultTileSide }: { tileSide?: number } = {},
): Promise<RgbImage> {
  const model = await getEsrganModel(factor);
  const width = image.width * factor;
  const height = image.height * factor;
  const data = new Uint8ClampedArray(width * height * channels);
  for (const tile of splitIntoTiles(image.width, image.height, tileSide)) {
    const pixels = tf.tidy(() => {
      const enlarged = model.predictOnBatch(cutWithSurroundings(image, tile));
      if (Array.isArray(enlarged)) throw new Error("the model has one output");
      return enlarged.dataSync();
    });
    paste(pixels, tile, factor, { data, width });
  }
  return { data, width, height };
}

/** Repeats edge pixels beyond the image: the model would otherwise see black and darken the edge. */
function cutWithSurroundings(image: RgbImage, tile: Tile): tf.Tensor4D {
  const width = tile.width + 2 * reachInPixels;
  const height = tile.height + 2 * reachInPixels;
  const cut = new Float32Array(width * height * channels);
  let at = 0;
  for (let y = 0; y < height; y++) {
    const row = clamp(tile.top + y - reachInPixels, image.height - 1) * image.width;
    for (let x = 0; x < width; x++) {
      const from = (row + clamp(tile.left + x - reachInPixels, image.width - 1)) * channels;
      for (let channel = 0; channel < channels; channel++) cut[at++] = image.data[from + channel] ?? 0;
    }
  }
  return tf.tensor4d(cut, [1, height, width, channels]);
}

function paste(
  pixels: ArrayLike<number>,
  tile: Tile,
  factor: number,
  target: { data: Uint8ClampedArray; width: number },
): void {
  const margin = reachInPixels * factor;
  const width = tile.width * factor;
  const stride = width + 2 * margin;
  for (let y = 0; y < tile.height * factor; y++) {
    const from = ((y + margin) * stride + margin) * channels;
    const to = ((tile.top * factor + y) * target.width + tile.left * factor) * channels;
    for (let at = 0; at < width * channels; at++) target.data[to + at] = pixels[from + at] ?? 0;
  }
}

function clamp(value: number, largest: number): number {
  return Math.min(largest, Math.max(0, value));
}
