import sharp from "sharp";
import { distanceOf, fromBytes, meanTone, type Tone } from "./colour.ts";
import { groupTones } from "./group-tones.ts";
import type { Point } from "./path.ts";

/** What a reference image contributes: colours, light and composition. Positions are fractions of its sides. */
export interface ReferenceLook {
  readonly columns: number;
  readonly rows: number;
  /** The group of every cell, row by row; group 0 covers the most cells. */
  readonly groups: readonly number[];
  readonly tones: readonly Tone[];
  /** The background in the upper, middle and lower third. */
  readonly sky: Tone;
  readonly far: Tone;
  readonly near: Tone;
  readonly subject: Tone;
  readonly accent: Tone;
  /** The brightest position. */
  readonly lamp: Point;
  readonly lightSide: -1 | 1;
  readonly lightness: number;
  /** The centre of what stands out. */
  readonly focusX: number;
  /** Where the upper part of the background changes to the lower. */
  readonly groundY: number;
}

const longSide = 60;
const mostGroups = 7;

export async function readLook(
  bytes: Uint8Array,
  shape: { width: number; height: number },
): Promise<ReferenceLook> {
  const cell = longSide / Math.max(shape.width, shape.height);
  const [columns, rows] = [Math.round(shape.width * cell), Math.round(shape.height * cell)];
  const data = await sharp(bytes)
    .removeAlpha()
    .toColourspace("srgb")
    .resize(columns, rows, { fit: "fill" })
    .median(3)
    .raw()
    .toBuffer();
  const cells = Array.from({ length: columns * rows }, (_, index) =>
    fromBytes(data[index * 3] ?? 0, data[index * 3 + 1] ?? 0, data[index * 3 + 2] ?? 0),
  );
  const { tones, groups } = groupTones(cells, mostGroups);
  const rowOf = (index: number) => (Math.floor(index / columns) + 0.5) / rows;
  const columnOf = (index: number) => ((index % columns) + 0.5) / columns;
  const meanWhere = (isMeant: (index: number) => boolean) => {
    const meant = cells.filter((_, index) => isMeant(index));
    return meanTone(meant.length > 0 ? meant : cells);
  };

  const isAside = (index: number) => Math.abs(columnOf(index) - 0.5) > 0.28;
  const sky = meanWhere((index) => rowOf(index) < 0.34);
  const far = meanWhere((index) => isAside(index) && rowOf(index) > 0.34 && rowOf(index) < 0.67);
  const near = meanWhere((index) => rowOf(index) > 0.8);
  const bands = Array.from({ length: rows }, (_, row) =>
    meanWhere((index) => isAside(index) && Math.floor(index / columns) === row),
  );

  // Salience: the difference from the edges of the same row. The centre counts more than the rim.
  const salience = cells.map((tone, index) => {
    const middle = 1.15 - Math.hypot(columnOf(index) - 0.5, rowOf(index) - 0.55);
    return distanceOf(tone, bands[Math.floor(index / columns)] ?? tone) ** 2 * Math.max(0.1, middle);
  });
  const lamp = findLamp(cells, columns, rows);
  const isLit = (index: number) =>
    Math.hypot(columnOf(index) - lamp[0], (rowOf(index) - lamp[1]) * (rows / columns)) < 0.16;
  const weights = salience.map((weight, index) => (isLit(index) ? weight * 0.15 : weight));
  const total = weights.reduce((sum, weight) => sum + weight, 1e-9);
  const focusX = weights.reduce((sum, weight, index) => sum + weight * columnOf(index), 0.5e-9) / total;
  const standing = weights.reduce((sum, weight) => sum + weight * weight, 0) / total;
  const subject = meanWhere((index) => (weights[index] ?? 0) > standing * 0.8);
  return {
    columns,
    rows,
    groups,
    tones,
    sky,
    far,
    near,
    subject,
    accent: tones.reduce((best, tone) =>
      liveliness(tone, subject) > liveliness(best, subject) ? tone : best,
    ),
    lamp,
    lightSide: lamp[0] < 0.5 ? -1 : 1,
    lightness: cells.reduce((sum, { l }) => sum + l, 0) / cells.length,
    focusX,
    groundY: findGround(bands),
  };
}

const liveliness = (tone: Tone, subject: Tone) => tone.c + 0.5 * distanceOf(tone, subject);

/** The brightest of the blocks that are large enough to be a light and not a speck. */
function findLamp(cells: readonly Tone[], columns: number, rows: number): Point {
  let best = { light: -1, at: [0.5, 0.2] as Point };
  const reach = 4;
  for (let y = reach; y < rows - reach; y++) {
    for (let x = reach; x < columns - reach; x++) {
      let light = 0;
      for (let dy = -reach; dy <= reach; dy++) {
        for (let dx = -reach; dx <= reach; dx++) light += cells[(y + dy) * columns + x + dx]?.l ?? 0;
      }
      // Light comes from above more often than from below.
      light -= (y / rows) * 2;
      if (light > best.light) best = { light, at: [(x + 0.5) / columns, (y + 0.5) / rows] };
    }
  }
  return best.at;
}

/** The height at which the rows change most, between the middle and the lower edge. */
function findGround(bands: readonly Tone[]): number {
  const [from, to] = [Math.round(bands.length * 0.5), Math.round(bands.length * 0.9)];
  let best = { change: 0.05, at: 0.86 };
  for (let row = from; row < to; row++) {
    const [above, below] = [bands[row - 1], bands[row + 1]];
    const change = above && below ? distanceOf(above, below) : 0;
    if (change > best.change) best = { change, at: row / bands.length };
  }
  return best.at;
}
