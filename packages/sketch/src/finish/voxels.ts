import type { Raster } from "./raster.ts";

/**
 * Builds a voxel image from a raster with alpha: every opaque pixel becomes a cube of an upright slab in isometric view.
 */
export function buildVoxels(subject: Raster, depth: number): { svg: string; width: number; height: number } {
  const [left, top, right, bottom] = findExtent(subject);
  const [width, height] = [right - left, bottom - top];
  const isSolid = (x: number, y: number) =>
    x >= 0 && y >= 0 && x < width && y < height && isCovered(subject, x + left, y + top);
  const colour = (x: number, y: number, factor: number, lift: number) => {
    const at = ((y + top) * subject.width + x + left) * 4;
    return `#${[0, 1, 2]
      .map((channel) =>
        Math.min(255, Math.max(0, Math.round((subject.data[at + channel] ?? 0) * factor + lift)))
          .toString(16)
          .padStart(2, "0"),
      )
      .join("")}`;
  };
  // A cube is 2 wide and 1 high per half step; the slab's front runs down to the right, its depth up to the right.
  const [ax, ay] = [1.74, 0.7];
  const [dx, dy] = [1.2 * depth, -0.62 * depth];
  const cube = 2;
  const parts: string[] = [];
  const quad = (x: number, y: number, points: readonly (readonly [number, number])[], fill: string) => {
    const show = (value: number) => Math.round(value * 100) / 100;
    parts.push(
      `<path d="M${points.map(([px, py]) => `${show(x + px)} ${show(y + py)}`).join("L")}Z" fill="${fill}" stroke="${fill}" stroke-width="0.12"/>`,
    );
  };
  for (let x = width - 1; x >= 0; x -= 1) {
    for (let y = height - 1; y >= 0; y -= 1) {
      if (!isSolid(x, y)) continue;
      const [px, py] = [x * ax, x * ay + y * cube];
      if (!isSolid(x + 1, y))
        quad(
          px,
          py,
          [
            [ax, ay],
            [ax + dx, ay + dy],
            [ax + dx, ay + dy + cube],
            [ax, ay + cube],
          ],
          colour(x, y, 0.56, -6),
        );
      if (!isSolid(x, y - 1))
        quad(
          px,
          py,
          [
            [0, 0],
            [dx, dy],
            [ax + dx, ay + dy],
            [ax, ay],
          ],
          colour(x, y, 0.92, 40),
        );
    }
  }
  for (let x = 0; x < width; x += 1) {
    for (let y = 0; y < height; y += 1) {
      if (!isSolid(x, y)) continue;
      const bevel = ((x * 7 + y * 13) % 5) - 2;
      quad(
        x * ax,
        x * ay + y * cube,
        [
          [0, 0],
          [ax, ay],
          [ax, ay + cube],
          [0, cube],
        ],
        colour(x, y, 1, bevel * 1.6),
      );
    }
  }
  return { svg: parts.join(""), width: width * ax + dx, height: width * ay + height * cube };
}

function isCovered(subject: Raster, x: number, y: number): boolean {
  return (subject.data[(y * subject.width + x) * 4 + 3] ?? 0) > 130;
}

function findExtent(subject: Raster): [number, number, number, number] {
  let [left, top, right, bottom] = [subject.width, subject.height, 0, 0];
  for (let y = 0; y < subject.height; y += 1) {
    for (let x = 0; x < subject.width; x += 1) {
      if (!isCovered(subject, x, y)) continue;
      left = Math.min(left, x);
      right = Math.max(right, x + 1);
      top = Math.min(top, y);
      bottom = Math.max(bottom, y + 1);
    }
  }
  return right > left ? [left, top, right, bottom] : [0, 0, 1, 1];
}
