import type { Point } from "../path.ts";
import type { Random } from "../random.ts";
import { brightness, type Raster } from "./raster.ts";
import { triangulate } from "./triangulate.ts";

/** Rebuilds an image from triangles that are smaller near edges; `raster` is a small working copy. */
export function facet(raster: Raster, subject: Raster, random: Random, lightSide: number): string {
  const { width, height } = raster;
  const points = choosePoints(raster, subject, random);
  const facets = triangulate(points, width, height).map((corners) => {
    const [a, b, c] = corners.map((corner) => points[corner] ?? ([0, 0] as const)) as [Point, Point, Point];
    const colour = colourOf(raster, a, b, c, tiltOf(a, b, c, lightSide));
    const show = ([x, y]: Point) => `${Math.round(x * 10) / 10} ${Math.round(y * 10) / 10}`;
    return `<path d="M${show(a)}L${show(b)}L${show(c)}Z" fill="${colour}" stroke="${colour}" stroke-width="0.6"/>`;
  });
  return facets.join("");
}

function choosePoints(raster: Raster, subject: Raster, random: Random): Point[] {
  const { data, width, height, channels } = raster;
  const points: Point[] = [];
  const isTaken = new Uint8Array(width * height);
  const add = (x: number, y: number, gap: number) => {
    const [px, py] = [
      Math.min(width - 1, Math.max(0, Math.round(x))),
      Math.min(height - 1, Math.max(0, Math.round(y))),
    ];
    for (let dy = -gap; dy <= gap; dy += 1)
      for (let dx = -gap; dx <= gap; dx += 1)
        if (
          isTaken[
            Math.min(height - 1, Math.max(0, py + dy)) * width + Math.min(width - 1, Math.max(0, px + dx))
          ]
        )
          return;
    isTaken[py * width + px] = 1;
    points.push([x <= 0 ? 0 : x >= width ? width : px, y <= 0 ? 0 : y >= height ? height : py]);
  };
  const step = Math.min(width, height) / 9;
  // Two equal points would make a triangle without area, which has no circumcircle.
  for (const [x, y] of [
    [0, 0],
    [width, 0],
    [0, height],
    [width, height],
  ] as const)
    add(x, y, 1);
  for (let x = step; x < width; x += step) for (const y of [0, height]) add(x, y, 2);
  for (let y = step; y < height; y += step) for (const x of [0, width]) add(x, y, 2);
  for (let attempt = 0; attempt < 24000 && points.length < 2300; attempt += 1) {
    const [x, y] = [
      1 + Math.floor(random.next() * (width - 3)),
      1 + Math.floor(random.next() * (height - 3)),
    ];
    const at = (y * width + x) * channels;
    const edge =
      Math.abs(brightness(data, at) - brightness(data, at + channels * 2)) +
      Math.abs(brightness(data, at) - brightness(data, at + width * channels * 2));
    const isSubject = (subject.data[(y * width + x) * 4 + 3] ?? 0) > 100;
    const wanted = edge > 22 ? (isSubject ? 1 : 0.22) : isSubject ? 0.05 : 0.02;
    if (random.next() < wanted) add(x, y, edge > 22 && isSubject ? 1 : 3);
  }
  return points;
}

/** A facet's slope towards the light, which makes the surface look folded. */
function tiltOf(a: Point, b: Point, c: Point, lightSide: number): number {
  const area = Math.abs((b[0] - a[0]) * (c[1] - a[1]) - (c[0] - a[0]) * (b[1] - a[1]));
  const spin =
    Math.sin(a[0] * 1.7 + b[1] * 2.3 + c[0] * 0.9) * 0.5 +
    ((a[0] + b[0] + c[0]) * lightSide - (a[1] + b[1] + c[1])) * 0.0006;
  return spin * Math.min(15, 3 + Math.sqrt(area) * 1.1);
}

function colourOf(raster: Raster, a: Point, b: Point, c: Point, lift: number): string {
  const sum = [0, 0, 0];
  const weights = [
    [1 / 3, 1 / 3],
    [0.6, 0.2],
    [0.2, 0.6],
    [0.2, 0.2],
    [0.44, 0.44],
    [0.12, 0.44],
    [0.44, 0.12],
  ] as const;
  for (const [u, v] of weights) {
    const x = Math.min(raster.width - 1, Math.round(a[0] * u + b[0] * v + c[0] * (1 - u - v)));
    const y = Math.min(raster.height - 1, Math.round(a[1] * u + b[1] * v + c[1] * (1 - u - v)));
    const at = (y * raster.width + x) * raster.channels;
    for (let channel = 0; channel < 3; channel += 1)
      sum[channel] = (sum[channel] ?? 0) + (raster.data[at + channel] ?? 0);
  }
  return `#${sum
    .map((total) =>
      Math.min(255, Math.max(0, Math.round(total / weights.length + lift)))
        .toString(16)
        .padStart(2, "0"),
    )
    .join("")}`;
}
