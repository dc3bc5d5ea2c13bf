import { toBytes } from "../colour.ts";
import type { Palette } from "../palette.ts";
import type { Raster } from "./raster.ts";

const bayer = [0, 8, 2, 10, 12, 4, 14, 6, 3, 11, 1, 9, 15, 7, 13, 5];

/** Reduces a small raster to few colours with an ordered dither. */
export function reduceColours(raster: Raster, palette: Palette): Raster {
  const { data, width, height, channels } = raster;
  const ink = toBytes(palette.ink);
  const step = 24;
  for (let y = 0; y < height; y += 1) {
    for (let x = 0; x < width; x += 1) {
      const at = (y * width + x) * channels;
      const threshold = ((bayer[(y & 3) * 4 + (x & 3)] ?? 0) / 16 - 0.47) * step * 0.28;
      for (let channel = 0; channel < 3; channel += 1) {
        const value = Math.round(((data[at + channel] ?? 0) + threshold) / step) * step;
        data[at + channel] = Math.min(255, Math.max(ink[channel] ?? 0, value));
      }
    }
  }
  return raster;
}

/** Draws a one-pixel dark outline around the subject. */
export function outlineCoverage(scene: Raster, coverage: Raster, palette: Palette): Raster {
  const { data, width, height, channels } = scene;
  const ink = toBytes(palette.ink);
  const covered = (x: number, y: number) =>
    x >= 0 && y >= 0 && x < width && y < height && (coverage.data[(y * width + x) * 4 + 3] ?? 0) > 140;
  for (let y = 0; y < height; y += 1) {
    for (let x = 0; x < width; x += 1) {
      if (
        covered(x, y) ||
        !(covered(x - 1, y) || covered(x + 1, y) || covered(x, y - 1) || covered(x, y + 1))
      )
        continue;
      const at = (y * width + x) * channels;
      for (let channel = 0; channel < 3; channel += 1) data[at + channel] = ink[channel] ?? 0;
    }
  }
  return scene;
}
