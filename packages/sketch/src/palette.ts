import { blend, shift, type Tone, tone } from "./colour.ts";
import type { Mood } from "./lexicon/moods.ts";
import type { Hour, SettingName } from "./lexicon/settings.ts";
import type { Random } from "./random.ts";
import type { ReferenceLook } from "./reference-look.ts";

/** Five tones with one accent, and the ink and light derived from them. */
export interface Palette {
  readonly sky: Tone;
  readonly far: Tone;
  readonly near: Tone;
  readonly main: Tone;
  readonly accent: Tone;
  readonly ink: Tone;
  readonly light: Tone;
}

export interface PaletteWishes {
  readonly main: Tone;
  readonly accent?: Tone | undefined;
  readonly background?: Tone | undefined;
  readonly mood: Mood;
  readonly setting: SettingName;
  readonly hour: Hour;
}

const settingHues: Record<SettingName, readonly [number, ...number[]] | undefined> = {
  studio: undefined,
  burst: undefined,
  mountains: [235, 262, 205],
  sea: [222, 208, 240],
  underwater: [212, 196, 235],
  forest: [150, 165, 132],
  desert: [62, 45, 75],
  city: [265, 285, 240],
  space: [282, 265, 305],
  field: [135, 118, 150],
  snow: [232, 248, 215],
  clouds: [232, 250, 215],
  volcano: [28, 18, 350],
  library: [58, 42, 70],
  cave: [262, 190, 295],
  grid: [300, 280, 325],
};

/** Lightness and chroma of the sky by mood; `depth` is how much darker the foreground is. */
const moodLooks: Record<Mood, { light: number; chroma: number; depth: number }> = {
  calm: { light: 0.84, chroma: 0.055, depth: 0.36 },
  joyful: { light: 0.87, chroma: 0.1, depth: 0.34 },
  dark: { light: 0.36, chroma: 0.05, depth: 0.18 },
  fierce: { light: 0.56, chroma: 0.14, depth: 0.34 },
  dreamy: { light: 0.86, chroma: 0.075, depth: 0.28 },
  sad: { light: 0.64, chroma: 0.035, depth: 0.34 },
  cosy: { light: 0.82, chroma: 0.085, depth: 0.4 },
  epic: { light: 0.76, chroma: 0.11, depth: 0.46 },
  mysterious: { light: 0.46, chroma: 0.085, depth: 0.26 },
  electric: { light: 0.34, chroma: 0.13, depth: 0.18 },
};

const moodHues: Partial<Record<Mood, number>> = {
  fierce: 25,
  sad: 250,
  cosy: 70,
  epic: 75,
  mysterious: 285,
  electric: 300,
  dark: 275,
};

/** Chooses a harmony around the subject's tone, so that the subject contrasts with the background. */
export function choosePalette(wishes: PaletteWishes, random: Random): Palette {
  const { main, mood, hour } = wishes;
  const look = moodLooks[mood];
  const hue = chooseGroundHue(wishes, random);
  let lightness = look.light + random.range(-0.04, 0.04);
  if (hour === "night") lightness = Math.min(lightness, 0.42);
  if (wishes.setting === "space" || wishes.setting === "cave") lightness = Math.min(lightness, 0.34);
  if (Math.abs(lightness - main.l) < 0.16) lightness += main.l > 0.58 ? -0.22 : 0.2;
  let sky = tone(lightness, look.chroma * random.range(0.85, 1.15), hue);
  let far = tone(lightness - look.depth * 0.34, look.chroma * 1.05, hue + random.range(-14, 14));
  let near = tone(lightness - look.depth, look.chroma * 0.95, hue + random.range(-24, 24));
  if (hour === "sunset" || hour === "dawn") {
    const warm = tone(
      hour === "sunset" ? 0.78 : 0.86,
      hour === "sunset" ? 0.13 : 0.08,
      hour === "sunset" ? 52 : 20,
    );
    sky = blend(sky, warm, 0.7);
    // The hue rotates towards the light's colour at full chroma, because a direct mix of green and rose is grey.
    far = tone(0.6, 0.1, turnHue(far.h, hour === "sunset" ? 18 : 345, 0.7));
    near = tone(0.38, 0.09, turnHue(near.h, 305, 0.62));
  }
  if (wishes.background) {
    sky = wishes.background;
    const step = sky.l > 0.5 ? -1 : 0.45;
    far = shift(sky, { l: 0.13 * step, h: random.range(-8, 8) });
    near = shift(sky, { l: 0.3 * step, h: random.range(-14, 14) });
  }
  // Dark yellows look like muddy olive, so their hue moves to the nearest clean one.
  [sky, far, near] = [sky, far, near].map((one) => clean(one)) as [Tone, Tone, Tone];
  const accent = wishes.accent ?? chooseAccent(main, sky, random);
  return {
    sky,
    far,
    near,
    main,
    accent,
    ink: tone(0.2, 0.04, near.h),
    light: blend(tone(0.97, 0.04, 88), sky, sky.l > 0.6 ? 0.12 : 0.2),
  };
}

/** Takes the palette of a reference. Colours in the prompt take precedence. */
export function borrowPalette(
  look: ReferenceLook,
  { main, accent, background }: Pick<PaletteWishes, "main" | "accent" | "background">,
): Palette {
  const sky = background ?? look.sky;
  return {
    sky,
    far: look.far,
    near: look.near,
    main,
    accent: accent ?? look.accent,
    ink: tone(0.2, 0.04, look.near.h),
    light: blend(tone(0.97, 0.04, 88), sky, sky.l > 0.6 ? 0.2 : 0.3),
  };
}

function chooseGroundHue(wishes: PaletteWishes, random: Random): number {
  const places = settingHues[wishes.setting];
  const own = moodHues[wishes.mood];
  if (places) return random.pick(places) + random.range(-10, 10);
  const isClose = own !== undefined && wishes.main.c > 0.06 && Math.abs(hueWay(own, wishes.main.h)) < 50;
  if (own !== undefined && !isClose && random.chance(0.6)) return own + random.range(-25, 25);
  // Complement, split complement and a cool neighbour: none of them repeats the subject's hue.
  return wishes.main.h + random.pick([180, 150, 210, 130, 230, 95, 265]) + random.range(-12, 12);
}

function chooseAccent(main: Tone, sky: Tone, random: Random): Tone {
  const hue =
    main.c < 0.04 ? random.pick([25, 60, 90, 165, 255, 350]) : main.h + random.pick([180, 140, 220, 60, 300]);
  const lightness = sky.l > 0.6 ? random.range(0.56, 0.68) : random.range(0.68, 0.8);
  return tone(lightness, random.range(0.14, 0.19), hue + random.range(-12, 12));
}

/** The shortest rotation around the colour wheel, in degrees. */
function hueWay(from: number, to: number): number {
  return ((((to - from) % 360) + 540) % 360) - 180;
}

function turnHue(from: number, to: number, amount: number): number {
  return from + hueWay(from, to) * amount;
}

function clean(one: Tone): Tone {
  const lifted = tone(Math.max(0.25, one.l), one.c, one.h);
  if (lifted.l > 0.72 || lifted.h < 42 || lifted.h > 128) return lifted;
  if (lifted.l > 0.54) return tone(0.78, lifted.c, lifted.h);
  return tone(lifted.l, Math.max(0.08, lifted.c), lifted.h < 90 ? 30 : 145);
}
