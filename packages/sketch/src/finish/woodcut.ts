import { toBytes, tone } from "../colour.ts";
import type { Palette } from "../palette.ts";
import { createNoise, grainAt } from "./noise.ts";
import { brightness, type Raster } from "./raster.ts";

/** Renders an image as a block print: carved lines for tone in the key block, pale colour blocks below it. */
export function cutBlock(raster: Raster, subject: Raster, palette: Palette, seed: number): Raster {
  const { data, width, height, channels } = raster;
  const noise = createNoise(seed);
  const unit = Math.min(width, height);
  const out = new Uint8ClampedArray(width * height * 3);
  const ink = toBytes(tone(0.22, 0.03, palette.near.h));
  const paper = toBytes(tone(0.94, 0.028, 85));
  const pitch = unit / 100;
  const lift = findLift(data, channels, 0.6);
  const subjectLift = findLift(subject.data, 4, 0.58);
  for (let y = 0; y < height; y += 1) {
    for (let x = 0; x < width; x += 1) {
      const from = (y * width + x) * channels;
      const isSubject = (subject.data[(y * width + x) * 4 + 3] ?? 0) > 120;
      const [u, v] = [x / unit, y / unit];
      const warp = (noise(u * 7, v * 7) - 0.5) * unit * 0.05;
      const light = Math.min(1, (brightness(data, from) / 255) ** (isSubject ? subjectLift : lift));
      // The ground has level lines and the subject slanted ones, which separates them without an outline.
      const along = isSubject
        ? (x * 0.62 + y * 0.78 + warp) / pitch
        : (y + warp * 1.4 + Math.sin(u * 9) * unit * 0.008) / pitch;
      const groove = Math.abs(along - Math.floor(along) - 0.5) * 2;
      const cut = light + (noise(u * 150, v * 24) - 0.5) * 0.16;
      const isInk =
        groove > cut * 1.12 + 0.1 ||
        edgeAt(data, x, y, width, height, channels) ||
        coverageEdge(subject, x, y, width, height);
      const wear = noise(u * 90, v * 90) > 0.93 ? 0.55 : 1;
      const at = (y * width + x) * 3;
      for (let channel = 0; channel < 3; channel += 1) {
        const local = (data[from + channel] ?? 0) * 0.62 + (paper[channel] ?? 0) * 0.46;
        const under =
          (light > 0.95 ? (paper[channel] ?? 0) : Math.min(paper[channel] ?? 0, local)) +
          grainAt(x, y, seed) * 12;
        out[at + channel] = isInk ? (ink[channel] ?? 0) * wear + under * (1 - wear) : under;
      }
    }
  }
  return { data: out, width, height, channels: 3 };
}

function edgeAt(
  data: Raster["data"],
  x: number,
  y: number,
  width: number,
  height: number,
  channels: number,
): boolean {
  const reach = Math.max(1, Math.round(Math.min(width, height) / 420));
  const here = brightness(data, (y * width + x) * channels);
  const right = brightness(data, (y * width + Math.min(width - 1, x + reach)) * channels);
  const below = brightness(data, (Math.min(height - 1, y + reach) * width + x) * channels);
  return here - right > 46 || right - here > 46 || here - below > 46 || below - here > 46;
}

function coverageEdge(subject: Raster, x: number, y: number, width: number, height: number): boolean {
  const reach = Math.max(1, Math.round(Math.min(width, height) / 260));
  const covered = (px: number, py: number) =>
    (subject.data[
      (Math.min(height - 1, Math.max(0, py)) * width + Math.min(width - 1, Math.max(0, px))) * 4 + 3
    ] ?? 0) > 120;
  return covered(x, y) !== covered(x + reach, y) || covered(x, y) !== covered(x, y + reach);
}

/** The exponent that moves the median tone of all covered pixels to where carved lines are most legible. */
function findLift(data: Raster["data"], channels: number, target: number): number {
  let sum = 0;
  let count = 0;
  for (let at = 0; at < data.length; at += channels * 37) {
    if (channels === 4 && (data[at + 3] ?? 0) < 200) continue;
    sum += brightness(data, at) / 255;
    count += 1;
  }
  const mean = Math.min(0.9, Math.max(0.08, sum / Math.max(1, count)));
  return Math.min(1.5, Math.max(0.3, Math.log(target) / Math.log(mean)));
}
