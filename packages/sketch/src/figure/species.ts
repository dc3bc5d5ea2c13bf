import { shift, type Tone, tone } from "../colour.ts";
import type { Ears, Muzzle, Species, Tail } from "./species-traits.ts";

export type { Mark, Species } from "./species-traits.ts";

const cream = tone(0.94, 0.03, 80);

function define(coat: Tone, ears: Ears, muzzle: Muzzle, tail: Tail, rest: Partial<Species> = {}): Species {
  return {
    coat,
    second: cream,
    width: 100,
    height: 90,
    jaw: 0.62,
    cheek: 0.95,
    ears,
    muzzle,
    marks: [],
    tail,
    growth: "none",
    eyeSize: 21,
    eyeGap: 43,
    eyeHeight: -4,
    isBird: false,
    isHuman: false,
    hasWings: false,
    ...rest,
  };
}

/** A species without ears, nose or markings, for heads that have their own. */
export function plainSpecies(coat: Tone): Species {
  return define(coat, "none", "none", "none", { second: shift(coat, { l: -0.12 }) });
}

const bird = { isBird: true, jaw: 0.8, cheek: 1 };

export const species: Readonly<Record<string, Species>> = {
  fox: define(tone(0.68, 0.16, 48), "pointed", "snout", "bushy", {
    marks: ["mask"],
    width: 104,
    height: 84,
    jaw: 0.42,
    cheek: 1.06,
  }),
  cat: define(tone(0.62, 0.05, 60), "pointed", "short", "thin", {
    marks: ["tabby"],
    width: 106,
    height: 84,
    eyeSize: 24,
  }),
  dog: define(tone(0.72, 0.1, 66), "floppy", "broad", "curl", { marks: ["blaze"], width: 92, height: 94 }),
  wolf: define(tone(0.52, 0.025, 250), "tufted", "snout", "bushy", {
    marks: ["mask"],
    width: 100,
    height: 90,
    jaw: 0.45,
    cheek: 1.1,
    eyeSize: 18,
  }),
  bear: define(tone(0.5, 0.08, 55), "round", "broad", "puff", {
    width: 102,
    height: 92,
    second: tone(0.8, 0.06, 70),
    eyeSize: 17,
  }),
  panda: define(tone(0.96, 0.008, 90), "round", "short", "puff", {
    marks: ["panda"],
    width: 106,
    second: tone(0.24, 0.015, 280),
    eyeSize: 19,
  }),
  rabbit: define(tone(0.86, 0.04, 60), "long", "short", "puff", { width: 92, height: 88, eyeSize: 23 }),
  mouse: define(tone(0.7, 0.03, 50), "big", "short", "thin", {
    width: 92,
    height: 84,
    jaw: 0.45,
    eyeSize: 22,
  }),
  lion: define(tone(0.78, 0.12, 75), "round", "broad", "tuft", { marks: ["mane"], width: 92, height: 90 }),
  tiger: define(tone(0.72, 0.16, 58), "round", "broad", "thin", {
    marks: ["tiger"],
    width: 102,
    cheek: 1.04,
  }),
  monkey: define(tone(0.46, 0.07, 50), "side", "ape", "curl", {
    width: 96,
    height: 92,
    second: tone(0.82, 0.07, 62),
    eyeGap: 34,
  }),
  owl: define(tone(0.54, 0.07, 62), "small", "beak", "feather", {
    ...bird,
    marks: ["facedisc"],
    width: 104,
    eyeSize: 32,
    eyeGap: 46,
    eyeHeight: -8,
  }),
  penguin: define(tone(0.36, 0.045, 262), "none", "beak", "none", {
    ...bird,
    marks: ["penguin"],
    width: 96,
    height: 94,
    second: tone(0.97, 0.01, 90),
    eyeGap: 38,
  }),
  bird: define(tone(0.62, 0.15, 245), "none", "beak", "feather", {
    ...bird,
    growth: "crest",
    width: 94,
    eyeGap: 44,
    eyeSize: 24,
  }),
  duck: define(tone(0.89, 0.13, 95), "none", "bill", "feather", {
    ...bird,
    width: 92,
    height: 92,
    eyeGap: 42,
  }),
  frog: define(tone(0.7, 0.16, 138), "none", "frog", "none", {
    width: 116,
    height: 76,
    jaw: 0.8,
    eyeSize: 27,
    eyeGap: 62,
    eyeHeight: -62,
    second: tone(0.92, 0.08, 110),
  }),
  pig: define(tone(0.82, 0.09, 12), "small", "pig", "curl", {
    width: 102,
    jaw: 0.75,
    second: tone(0.76, 0.11, 12),
  }),
  cow: define(tone(0.95, 0.01, 80), "side", "broad", "tuft", {
    marks: ["spots"],
    growth: "horns",
    width: 88,
    height: 96,
    second: tone(0.84, 0.07, 25),
  }),
  deer: define(tone(0.62, 0.09, 58), "side", "snout", "puff", {
    growth: "antlers",
    marks: ["spots"],
    width: 82,
    height: 94,
    jaw: 0.45,
  }),
  horse: define(tone(0.5, 0.09, 48), "small", "long", "horse", {
    marks: ["hair", "blaze"],
    width: 80,
    height: 100,
    second: tone(0.78, 0.05, 60),
    eyeGap: 48,
  }),
  unicorn: define(tone(0.95, 0.02, 320), "small", "long", "horse", {
    marks: ["hair"],
    growth: "unicorn",
    width: 80,
    height: 100,
    second: tone(0.88, 0.05, 350),
    eyeGap: 48,
    eyeSize: 23,
  }),
  goat: define(tone(0.9, 0.02, 80), "side", "long", "puff", {
    growth: "ramhorns",
    marks: ["wool"],
    width: 84,
    height: 94,
    second: tone(0.78, 0.05, 50),
    eyeGap: 46,
  }),
  koala: define(tone(0.68, 0.02, 260), "big", "ape", "none", {
    width: 104,
    height: 84,
    second: tone(0.88, 0.015, 260),
    eyeSize: 17,
    eyeGap: 48,
  }),
  raccoon: define(tone(0.6, 0.018, 260), "round", "snout", "bushy", {
    marks: ["bandit"],
    width: 106,
    height: 82,
    jaw: 0.45,
    cheek: 1.08,
  }),
  elephant: define(tone(0.66, 0.025, 255), "big", "trunk", "thin", {
    width: 90,
    height: 92,
    second: tone(0.8, 0.06, 10),
    eyeSize: 17,
  }),
  dragon: define(tone(0.58, 0.15, 155), "fins", "long", "spiked", {
    growth: "horns",
    width: 98,
    height: 84,
    hasWings: true,
    second: tone(0.88, 0.1, 95),
    eyeSize: 23,
    eyeHeight: -14,
    eyeGap: 47,
  }),
  dinosaur: define(tone(0.66, 0.14, 165), "none", "frog", "spiked", {
    growth: "spikes",
    width: 98,
    height: 88,
    jaw: 0.8,
    second: tone(0.92, 0.08, 105),
    eyeHeight: -18,
  }),
  alien: define(tone(0.74, 0.15, 150), "none", "none", "none", {
    growth: "antennae",
    width: 108,
    height: 106,
    jaw: 0.26,
    cheek: 0.86,
    eyeSize: 34,
    eyeGap: 46,
    eyeHeight: 2,
  }),
  skeleton: define(tone(0.93, 0.03, 90), "none", "skull", "none", {
    width: 96,
    height: 92,
    jaw: 0.5,
    cheek: 0.82,
    eyeSize: 28,
    isHuman: true,
    second: tone(0.3, 0.03, 280),
  }),
  ghost: define(tone(0.94, 0.02, 240), "none", "none", "none", {
    width: 92,
    height: 96,
    jaw: 1,
    cheek: 1,
    eyeSize: 24,
    eyeGap: 36,
  }),
  person: define(tone(0.8, 0.07, 60), "human", "nose", "none", {
    width: 84,
    height: 96,
    jaw: 0.52,
    cheek: 0.9,
    marks: ["hair"],
    eyeSize: 18,
    eyeGap: 34,
    isHuman: true,
  }),
};
