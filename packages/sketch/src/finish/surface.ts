import { createNoise, grainAt } from "./noise.ts";
import type { Raster } from "./raster.ts";

/** The texture of a surface. */
export interface Surface {
  /** Strength of single-pixel grain, in byte steps. */
  readonly grain: number;
  /** Strength of broad mottling, in byte steps. */
  readonly mottle: number;
  /** Darkening of the corners, 0 to 1. */
  readonly vignette: number;
}

/** Adds grain, mottling and a vignette to the pixels, in place. */
export function applySurface(raster: Raster, seed: number, surface: Surface): Raster {
  const { data, width, height, channels } = raster;
  const noise = createNoise(seed);
  const unit = Math.min(width, height);
  const broad = 9 / unit;
  const fine = 46 / unit;
  // Grain in blocks looks the same at every size and keeps the file small.
  const block = Math.max(1, Math.round(unit / 512));
  for (let y = 0; y < height; y += 1) {
    const dy = y / height - 0.5;
    for (let x = 0; x < width; x += 1) {
      const at = (y * width + x) * channels;
      const dx = x / width - 0.5;
      const corner = 1 - surface.vignette * Math.max(0, dx * dx + dy * dy - 0.16) * 1.6;
      let change = surface.grain * grainAt(Math.floor(x / block), Math.floor(y / block), seed);
      if (surface.mottle > 0)
        change +=
          surface.mottle * (noise(x * broad, y * broad) * 0.6 + noise(x * fine, y * fine * 0.4) * 0.4 - 0.5);
      for (let channel = 0; channel < 3; channel += 1) {
        const value = (data[at + channel] ?? 0) * corner + change;
        data[at + channel] = Math.min(255, Math.max(0, value));
      }
    }
  }
  return raster;
}
