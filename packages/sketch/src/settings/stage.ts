import type { Tone } from "../colour.ts";
import type { Node } from "../drawing.ts";
import type { Kit } from "../kit.ts";
import type { Hour } from "../lexicon/settings.ts";
import { type Point, smoothLine } from "../path.ts";
import type { Random } from "../random.ts";

/** The space in which a setting is drawn; the short side is 1000 units. */
export interface Stage {
  readonly kit: Kit;
  readonly width: number;
  readonly height: number;
  readonly hour: Hour;
  /** The position of the sun, moon or lamp. */
  readonly lamp: Point;
  /** Where the feet of a standing subject are. */
  readonly groundY: number;
  /** The subject's position, around which scenery stays calm. */
  readonly focusX: number;
}

/** The nodes behind and in front of the subject. */
export interface DrawnSetting {
  readonly back: Node[];
  readonly front: Node[];
}

export type DrawSetting = (stage: Stage) => DrawnSetting;

/** A hilly edge across the image, filled down to the bottom. */
export function ridge(
  stage: Stage,
  random: Random,
  y: number,
  swing: number,
  bumps: number,
  pull = 1,
): string {
  const points: Point[] = Array.from({ length: bumps + 3 }, (_, index) => [
    ((index - 1) / bumps) * stage.width,
    y + random.range(-swing, swing),
  ]);
  return `${smoothLine(points, pull)}V${Math.round(stage.height + 40)}H${Math.round(points[0]?.[0] ?? 0)}Z`;
}

/** Positions spread over the width with a little jitter. */
export function scatter(stage: Stage, random: Random, count: number): number[] {
  return Array.from(
    { length: count },
    (_, index) => ((index + random.range(0.15, 0.85)) / count) * stage.width,
  );
}

/** The tones of receding rows, nearest last. */
export function depthTones(
  stage: Stage,
  mixTones: (from: Tone, to: Tone, amount: number) => Tone,
  count: number,
): Tone[] {
  const { far, near } = stage.kit.palette;
  return Array.from({ length: count }, (_, index) =>
    mixTones(far, near, count === 1 ? 1 : index / (count - 1)),
  );
}
