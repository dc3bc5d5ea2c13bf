import { describe, expect, it } from "vitest";
import type { Point } from "../path.ts";
import { createRandom } from "../random.ts";
import { triangulate } from "./triangulate.ts";

describe("the triangulation", () => {
  it("covers its rectangle exactly", () => {
    const random = createRandom("points");
    const points: Point[] = [
      [0, 0],
      [200, 0],
      [0, 100],
      [200, 100],
      ...Array.from({ length: 150 }, (): Point => [random.range(1, 199), random.range(1, 99)]),
    ];
    const area = triangulate(points, 200, 100).reduce((sum, corners) => {
      const [a, b, c] = corners.map((corner) => points[corner] ?? [0, 0]) as [Point, Point, Point];
      return sum + Math.abs((b[0] - a[0]) * (c[1] - a[1]) - (c[0] - a[0]) * (b[1] - a[1])) / 2;
    }, 0);
    expect(area).toBeCloseTo(20_000, 1);
  });
});
