import type { Tone } from "../colour.ts";

/** Ear shapes. */
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

/** The middle of the face. */
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

/** Markings of the face. */
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

/** Tails. */
export type Tail = "bushy" | "thin" | "puff" | "tuft" | "spiked" | "feather" | "curl" | "horse" | "none";

/** Things that grow from the head. */
export type Growth = "antlers" | "horns" | "unicorn" | "ramhorns" | "antennae" | "crest" | "spikes" | "none";

/** The proportions and colours that make a head and body one kind of being. */
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
