import { createNoise, grainAt } from "./noise.ts";
import { brightness, type Raster } from "./raster.ts";

/** Watercolour effects: wavering edges, pooled pigment, paper texture and a white margin. */
export function applyWatercolour(raster: Raster, blurred: Raster, seed: number): Raster {
  const { data, width, height, channels } = raster;
  const noise = createNoise(seed);
  const bloom = createNoise(seed ^ 0x5bd1e995);
  const unit = Math.min(width, height);
  const out = new Uint8ClampedArray(width * height * 3);
  const wander = unit * 0.013;
  for (let y = 0; y < height; y += 1) {
    for (let x = 0; x < width; x += 1) {
      const [u, v] = [x / unit, y / unit];
      const coarse = noise(u * 14, v * 14) - 0.5;
      const other = noise(u * 14 + 31, v * 14 + 17) - 0.5;
      const fine = noise(u * 60, v * 60) - 0.5;
      const sx = Math.min(width - 1, Math.max(0, Math.round(x + (coarse * 1.6 + fine * 0.7) * wander)));
      const sy = Math.min(height - 1, Math.max(0, Math.round(y + (other * 1.6 + fine * 0.7) * wander)));
      const from = (sy * width + sx) * channels;
      const soft = (sy * width + sx) * blurred.channels;
      // Pigment gathers where a wash ends: darker on the dark side of every edge.
      const edge = Math.max(0, brightness(blurred.data, soft) - brightness(data, from)) * 0.42;
      const pool = (bloom(u * 5, v * 5) * 0.65 + bloom(u * 17, v * 17) * 0.35 - 0.42) * 62;
      const tooth = grainAt(x, y, seed) * 11;
      const margin = edgeOfPaper(u * (unit / width), v * (unit / height), coarse);
      const at = (y * width + x) * 3;
      for (let channel = 0; channel < 3; channel += 1) {
        const pigment =
          (data[from + channel] ?? 0) * 0.9 + (blurred.data[soft + channel] ?? 0) * 0.08 + 255 * 0.03;
        const paper = [252, 248, 240][channel] ?? 250;
        const washed = pigment + pool * (1 - pigment / 330) - edge + tooth;
        out[at + channel] = washed * margin + (paper + tooth) * (1 - margin);
      }
    }
  }
  return { data: out, width, height, channels: 3 };
}

function edgeOfPaper(u: number, v: number, wobble: number): number {
  const distance = Math.min(u, v, 1 - u, 1 - v) + wobble * 0.035;
  return Math.min(1, Math.max(0, (distance - 0.022) * 70));
}
