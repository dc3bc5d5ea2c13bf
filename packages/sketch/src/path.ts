/** In scene units. */
export type Point = readonly [number, number];

/** Points as a list, or as "x,y x,y" if all of them are constant. */
export type Points = string | readonly Point[];

const read = (points: Points): readonly Point[] =>
  typeof points === "string" ? points.split(" ").map(readPoint) : points;

function readPoint(pair: string): Point {
  const comma = pair.indexOf(",");
  return [Number(pair.slice(0, comma)), Number(pair.slice(comma + 1))];
}

const show = (value: number): string => String(Math.round(value * 10) / 10 || 0);
const at = ([x, y]: Point): string => `${show(x)} ${show(y)}`;

/** A closed path with straight sides. */
export function polygon(points: Points): string {
  return `M${read(points).map(at).join("L")}Z`;
}

/** A closed curve through all points; `pull` 0 is a polygon, 1 very round. */
export function smooth(points: Points, pull = 1): string {
  return `${curve(read(points), pull, true)}Z`;
}

/** An open curve through all points. */
export function smoothLine(points: Points, pull = 1): string {
  return curve(read(points), pull, false);
}

function curve(points: readonly Point[], pull: number, isClosed: boolean): string {
  const count = points.length;
  const get = (index: number): Point => {
    const wrapped = isClosed ? (index + count) % count : Math.min(count - 1, Math.max(0, index));
    return points[wrapped] ?? [0, 0];
  };
  let d = `M${at(get(0))}`;
  const steps = isClosed ? count : count - 1;
  for (let index = 0; index < steps; index += 1) {
    const [before, from, to, after] = [get(index - 1), get(index), get(index + 1), get(index + 2)];
    const k = pull / 6;
    const first: Point = [from[0] + (to[0] - before[0]) * k, from[1] + (to[1] - before[1]) * k];
    const second: Point = [to[0] - (after[0] - from[0]) * k, to[1] - (after[1] - from[1]) * k];
    d += `C${at(first)} ${at(second)} ${at(to)}`;
  }
  return d;
}

/** An ellipse, optionally rotated by `degrees`. */
export function ellipse(x: number, y: number, rx: number, ry = rx, degrees = 0): string {
  const angle = (degrees * Math.PI) / 180;
  const dx = rx * Math.cos(angle);
  const dy = rx * Math.sin(angle);
  const arc = `A${show(rx)} ${show(ry)} ${show(degrees)} 1 1`;
  return `M${at([x - dx, y - dy])}${arc} ${at([x + dx, y + dy])}${arc} ${at([x - dx, y - dy])}Z`;
}

/** A rectangle from its upper left corner, with rounded corners. */
export function box(x: number, y: number, width: number, height: number, radius = 0): string {
  const r = Math.max(0, Math.min(radius, width / 2, height / 2));
  if (r === 0) return `M${at([x, y])}h${show(width)}v${show(height)}h${show(-width)}Z`;
  const turn = (dx: number, dy: number) => `a${show(r)} ${show(r)} 0 0 1 ${show(dx)} ${show(dy)}`;
  const [w, h] = [width - 2 * r, height - 2 * r];
  return `M${at([x + r, y])}h${show(w)}${turn(r, r)}v${show(h)}${turn(-r, r)}h${show(-w)}${turn(-r, -r)}v${show(-h)}${turn(r, -r)}Z`;
}

export function star(
  x: number,
  y: number,
  tips: number,
  outer: number,
  inner: number,
  degrees = -90,
): string {
  return polygon(
    Array.from({ length: tips * 2 }, (_, index): Point => {
      const angle = (degrees * Math.PI) / 180 + (index * Math.PI) / tips;
      const radius = index % 2 === 0 ? outer : inner;
      return [x + Math.cos(angle) * radius, y + Math.sin(angle) * radius];
    }),
  );
}

/** A band along the points, with its half width at each of them in `widths`. */
export function ribbon(spine: Points, widths: readonly number[]): string {
  const points = read(spine);
  const left: Point[] = [];
  const right: Point[] = [];
  points.forEach(([x, y], index) => {
    const before = points[Math.max(0, index - 1)] ?? [x, y];
    const after = points[Math.min(points.length - 1, index + 1)] ?? [x, y];
    const length = Math.hypot(after[0] - before[0], after[1] - before[1]) || 1;
    const half = widths[Math.min(index, widths.length - 1)] ?? 1;
    const nx = (-(after[1] - before[1]) / length) * half;
    const ny = ((after[0] - before[0]) / length) * half;
    left.push([x + nx, y + ny]);
    right.unshift([x - nx, y - ny]);
  });
  const [head, ...rest] = points.slice(-2);
  const tip = rest[0] && head ? extend(head, rest[0], (widths.at(-1) ?? 1) * 0.9) : [];
  return smooth([...left, ...tip, ...right], 0.95);
}

function extend(from: Point, to: Point, by: number): Point[] {
  const length = Math.hypot(to[0] - from[0], to[1] - from[1]) || 1;
  return [[to[0] + ((to[0] - from[0]) / length) * by, to[1] + ((to[1] - from[1]) / length) * by]];
}

/** A closed scalloped outline: an outward bulge between each two points, clockwise. */
export function puffs(corners: Points, bulge = 0.56): string {
  const points = read(corners);
  return `${points
    .map((point, index) => {
      const before = points[(index + points.length - 1) % points.length] ?? point;
      const radius = Math.hypot(point[0] - before[0], point[1] - before[1]) * bulge;
      return index === 0 ? `M${at(point)}` : `A${show(radius)} ${show(radius)} 0 0 1 ${at(point)}`;
    })
    .join("")}Z`;
}

/** A closed curve: the right half is given from top to bottom and mirrored to the left. */
export function mirrored(half: Points, pull = 1): string {
  const rightHalf = read(half);
  const left = rightHalf
    .filter(([x]) => x !== 0)
    .map(([x, y]): Point => [-x, y])
    .reverse();
  return smooth([...rightHalf, ...left], pull);
}
