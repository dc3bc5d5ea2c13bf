import type { Point } from "../path.ts";

/** Three indexes into a list of points. */
export type Triangle = readonly [number, number, number];

interface Circled {
  readonly corners: Triangle;
  readonly x: number;
  readonly y: number;
  readonly reach: number;
}

/** The Delaunay triangulation of points inside a rectangle (Bowyer–Watson). */
export function triangulate(points: readonly Point[], width: number, height: number): Triangle[] {
  // The enclosing triangle must be far away, or it takes thin triangles along the border, which are then lost.
  const span = (width + height) * 5000;
  const all: Point[] = [...points, [-span, -span], [span * 3, -span], [-span, span * 3]];
  const count = points.length;
  // Sorted by x: a triangle whose circumcircle lies left of the sweep is final.
  const order = points
    .map((_, index) => index)
    .sort((a, b) => (all[a]?.[0] ?? 0) - (all[b]?.[0] ?? 0) || a - b);
  let open: Circled[] = [circle(all, [count, count + 1, count + 2])];
  const done: Triangle[] = [];
  for (const index of order) {
    const [x, y] = all[index] ?? [0, 0];
    const edges = new Map<string, readonly [number, number]>();
    const kept: Circled[] = [];
    for (const candidate of open) {
      const dx = x - candidate.x;
      if (dx > 0 && dx * dx > candidate.reach) {
        done.push(candidate.corners);
        continue;
      }
      if (dx * dx + (y - candidate.y) ** 2 >= candidate.reach) {
        kept.push(candidate);
        continue;
      }
      const [a, b, c] = candidate.corners;
      for (const [from, to] of [
        [a, b],
        [b, c],
        [c, a],
      ] as const) {
        const key = from < to ? `${from},${to}` : `${to},${from}`;
        // An edge between two removed triangles is inside the hole.
        if (!edges.delete(key)) edges.set(key, [from, to]);
      }
    }
    for (const [from, to] of edges.values()) kept.push(circle(all, [from, to, index]));
    open = kept;
  }
  return [...done, ...open.map((candidate) => candidate.corners)].filter((corners) =>
    corners.every((corner) => corner < count),
  );
}

function circle(points: readonly Point[], corners: Triangle): Circled {
  const [ax, ay] = points[corners[0]] ?? [0, 0];
  const [bx, by] = points[corners[1]] ?? [0, 0];
  const [cx, cy] = points[corners[2]] ?? [0, 0];
  const [abx, aby, acx, acy] = [bx - ax, by - ay, cx - ax, cy - ay];
  const cross = 2 * (abx * acy - aby * acx) || 1e-9;
  const [ab, ac] = [abx * abx + aby * aby, acx * acx + acy * acy];
  const [dx, dy] = [(acy * ab - aby * ac) / cross, (abx * ac - acx * ab) / cross];
  return { corners, x: ax + dx, y: ay + dy, reach: dx * dx + dy * dy };
}
