import { blend, shift } from "./colour.ts";
import { flat, glow, type Node, patch } from "./drawing.ts";
import { box, type Point, smooth } from "./path.ts";
import type { ReferenceLook } from "./reference-look.ts";
import type { DrawnSetting, Stage } from "./settings/stage.ts";

/** Outlines with fewer points are specks. */
const fewestPoints = 8;

/** Draws the colour areas of a reference as the background, with its light in the same position. */
export function drawReferenceBackdrop(stage: Stage, look: ReferenceLook): DrawnSetting {
  const { width, height, kit, lamp } = stage;
  const [ground] = look.tones;
  const masses = look.tones.slice(1).flatMap((tone, index): Node[] => {
    // Every area also covers the ones after it, so that rounded outlines leave no gaps.
    const outlines = traceOutlines(look, (group) => group > index);
    const d = outlines
      .map((points) =>
        smooth(points.map(([x, y]): Point => [(x / look.columns) * width, (y / look.rows) * height])),
      )
      .join("");
    return d === "" ? [] : [patch(d, tone)];
  });
  const reach = Math.min(width, height);
  return {
    back: [
      flat(box(-20, -20, width + 40, height + 40), ground ?? kit.palette.sky),
      ...masses,
      glow(lamp[0], lamp[1], reach * 0.5, blend(kit.palette.light, kit.palette.sky, 0.25), 0.45),
      glow(width / 2, height, width * 0.7, shift(kit.palette.near, { l: -0.06 }), 0.35, height * 0.22),
    ],
    front: [],
  };
}

/** Moves every corner between its neighbours, which turns steps into slopes. */
function roundOff(corners: readonly Point[]): Point[] {
  const reach = 2;
  return corners.map((_, index) => {
    let [x, y] = [0, 0];
    for (let step = -reach; step <= reach; step++) {
      const corner = corners[(index + step + corners.length) % corners.length];
      x += corner?.[0] ?? 0;
      y += corner?.[1] ?? 0;
    }
    return [x / (2 * reach + 1), y / (2 * reach + 1)];
  });
}

/** Traces the borders of the matching cells, each as a list of points. */
function traceOutlines(
  { columns, rows, groups }: ReferenceLook,
  isMeant: (group: number) => boolean,
): Point[][] {
  const isInside = (x: number, y: number) =>
    isMeant(
      groups[Math.min(rows - 1, Math.max(0, y)) * columns + Math.min(columns - 1, Math.max(0, x))] ?? -1,
    );
  // One extra cell on every side: areas that touch the edge of the image continue beyond it.
  const next = new Map<string, Point[]>();
  const add = (from: Point, to: Point) => {
    const key = from.join();
    next.set(key, [...(next.get(key) ?? []), to]);
  };
  const isCell = (x: number, y: number) => x >= -1 && y >= -1 && x <= columns && y <= rows && isInside(x, y);
  for (let y = -1; y <= rows; y++) {
    for (let x = -1; x <= columns; x++) {
      if (!isCell(x, y)) continue;
      if (!isCell(x, y - 1)) add([x, y], [x + 1, y]);
      if (!isCell(x + 1, y)) add([x + 1, y], [x + 1, y + 1]);
      if (!isCell(x, y + 1)) add([x + 1, y + 1], [x, y + 1]);
      if (!isCell(x - 1, y)) add([x, y + 1], [x, y]);
    }
  }
  const outlines: Point[][] = [];
  for (const [key, ends] of next) {
    while (ends.length > 0) {
      const outline: Point[] = [];
      let at: Point | undefined = key.split(",").map(Number) as unknown as Point;
      while (at) {
        outline.push(at);
        at = next.get(at.join())?.pop();
      }
      const thinned = roundOff(outline.slice(0, -1)).filter((_, index) => index % 2 === 0);
      if (thinned.length >= fewestPoints) outlines.push(thinned);
    }
  }
  return outlines;
}
