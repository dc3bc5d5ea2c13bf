import type { Tone } from "../colour.ts";

export type Ears =
  | "pointed"
  | "tufted"
  | "round"
  | "long"
  | "floppy"
  | "side"
  | "small"
  | "big"
  | "fins"
  | "human"
  | "elf"
  | "none";

export type Muzzle =
  | "snout"
  | "short"
  | "beak"
  | "bill"
  | "broad"
  | "trunk"
  | "pig"
  | "ape"
  | "long"
  | "nose"
  | "frog"
  | "none"
  | "skull";

export type Mark =
  | "mask"
  | "tabby"
  | "tiger"
  | "panda"
  | "bandit"
  | "blaze"
  | "facedisc"
  | "penguin"
  | "mane"
  | "wool"
  | "crest"
  | "hair"
  | "spots";

export type Tail = "bushy" | "thin" | "puff" | "tuft" | "spiked" | "feather" | "curl" | "horse" | "none";

export type Growth = "antlers" | "horns" | "unicorn" | "ramhorns" | "antennae" | "crest" | "spikes" | "none";

/** The proportions and colours that distinguish a species. */
export interface Species {
  readonly coat: Tone;
  readonly second: Tone;
  readonly width: number;
  readonly height: number;
  readonly jaw: number;
  readonly cheek: number;
  readonly ears: Ears;
  readonly muzzle: Muzzle;
  readonly marks: readonly Mark[];
  readonly tail: Tail;
  readonly growth: Growth;
  readonly eyeSize: number;
  readonly eyeGap: number;
  readonly eyeHeight: number;
  readonly isBird: boolean;
  readonly isHuman: boolean;
  readonly hasWings: boolean;
}
