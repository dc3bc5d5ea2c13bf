import type { Tone } from "../colour.ts";
import type { Node } from "../drawing.ts";
import type { Kit } from "../kit.ts";
import type { Hour } from "../lexicon/settings.ts";
import { type Point, smoothLine } from "../path.ts";
import type { Random } from "../random.ts";

/** The space a setting is drawn in; the short side is 1000 units. */
export interface Stage {
  readonly kit: Kit;
  readonly width: number;
  readonly height: number;
  readonly hour: Hour;
  /** Where the sun, moon or lamp stands. */
  readonly lamp: Point;
  /** Where the feet of a standing subject go. */
  readonly groundY: number;
  /** The subject's place, which scenery keeps quiet around. */
  readonly focusX: number;
}

/** A place: what is behind the subject and what stands before it. */
export interface DrawnSetting {
  readonly back: Node[];
  readonly front: Node[];
}

/** Draws one place. */
export type DrawSetting = (stage: Stage) => DrawnSetting;

/** A hilly edge across the picture, filled down to the bottom. */
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

/** Places spread over the width, each a little off its even step. */
export function scatter(stage: Stage, random: Random, count: number): number[] {
  return Array.from(
    { length: count },
    (_, index) => ((index + random.range(0.15, 0.85)) / count) * stage.width,
  );
}

/** The tones of a receding row, nearest last. */
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
