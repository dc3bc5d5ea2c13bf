import { blend, shift, type Tone, tone } from "../colour.ts";
import type { Kit } from "../kit.ts";
import type { Hair } from "../lexicon/hair.ts";
import { mirrored, type Point } from "../path.ts";
import type { Random } from "../random.ts";
import type { Anatomy } from "./anatomy.ts";
import type { Species } from "./species.ts";

const skins = [
  tone(0.86, 0.055, 62),
  tone(0.8, 0.075, 60),
  tone(0.7, 0.085, 58),
  tone(0.56, 0.08, 52),
  tone(0.44, 0.065, 50),
  tone(0.9, 0.04, 40),
] as const;
const hairs = [
  tone(0.28, 0.03, 50),
  tone(0.4, 0.08, 45),
  tone(0.6, 0.12, 55),
  tone(0.82, 0.1, 85),
  tone(0.5, 0.15, 35),
  tone(0.86, 0.012, 260),
  tone(0.6, 0.15, 350),
  tone(0.55, 0.12, 230),
] as const;

/** Creates one individual of a species: the seed varies every proportion a little. */
export function shapeHead(kit: Kit, species: Species, coat: Tone, wished: Hair | undefined): Anatomy {
  const random = kit.random.fork("anatomy");
  const width = species.width * random.range(0.93, 1.08);
  const height = species.height * random.range(0.93, 1.08);
  const jaw = species.jaw * random.range(0.88, 1.12);
  const cheek = species.cheek * random.range(0.97, 1.05);
  const eyeY =
    species.eyeHeight * (species.muzzle === "frog" ? height / species.height : 1) + random.range(-3, 3);
  const eyeSize = species.eyeSize * random.range(0.9, 1.15);
  const natural = species.isHuman
    ? random.pick(hairs)
    : blend(shift(coat, { l: -0.16, h: -8 }), kit.palette.accent, random.pick([0, 0.2, 0.75]));
  return {
    species,
    coat,
    second: species.coat.l > 0.85 && coat.l > 0.85 ? species.second : blend(species.second, coat, 0.08),
    ink: tone(0.23, 0.035, coat.h),
    iris: random.pick([
      tone(0.6, 0.12, 72),
      tone(0.58, 0.11, 152),
      tone(0.58, 0.11, 236),
      tone(0.46, 0.08, 52),
      tone(0.56, 0.1, 285),
    ]),
    cut: wished?.cut,
    hair: wished?.colour ?? natural,
    width,
    height,
    eyeX: species.eyeGap * (width / species.width) * random.range(0.94, 1.07),
    eyeY,
    eyeSize,
    mouthY: height * 0.52,
    // A brim must not cover the eyes.
    browY: species.muzzle === "frog" ? -height * 0.7 : Math.min(-height * 0.6, eyeY - eyeSize * 1.9),
    topY: -height,
    gaze: random.range(-1, 1),
    outline: outlineHead(width, height, jaw, cheek, hasFur(species)),
  };
}

export function pickSkin(random: Random): Tone {
  return random.fork("skin").pick(skins);
}

function hasFur(species: Species): boolean {
  return (
    species.marks.includes("mask") ||
    species.marks.includes("bandit") ||
    species.marks.includes("tiger") ||
    species.marks.includes("tabby")
  );
}

function outlineHead(width: number, height: number, jaw: number, cheek: number, isFurry: boolean): string {
  const top: Point[] = [
    [0, -height],
    [width * 0.55, -height * 0.86],
    [width * 0.93, -height * 0.36],
  ];
  // Two tufts on the cheek look like fur even at thumbnail size.
  const side: Point[] = isFurry
    ? [
        [width * 0.98 * cheek, height * 0.12],
        [width * 1.1 * cheek, height * 0.4],
        [width * 0.92 * cheek, height * 0.45],
        [width * 0.94 * cheek, height * 0.66],
        [width * 0.68, height * 0.7],
      ]
    : [
        [width * cheek, height * 0.15],
        [width * cheek * 0.9, height * 0.55],
      ];
  return mirrored(
    [...top, ...side, [width * jaw * 0.72, height * 0.92], [0, height * 1.02]],
    isFurry ? 0.85 : 1,
  );
}
