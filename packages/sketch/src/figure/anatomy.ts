import type { Tone } from "../colour.ts";
import type { HairCut } from "../lexicon/hair.ts";
import type { Species } from "./species.ts";

/** Where the parts of one head sit, in head units (the head is about 100 wide each side). */
export interface Anatomy {
  readonly species: Species;
  readonly coat: Tone;
  readonly second: Tone;
  readonly ink: Tone;
  readonly iris: Tone;
  readonly hair: Tone;
  /** The cut that was asked for; the seed chooses one otherwise. */
  readonly cut: HairCut | undefined;
  readonly width: number;
  readonly height: number;
  readonly eyeX: number;
  readonly eyeY: number;
  readonly eyeSize: number;
  readonly mouthY: number;
  /** The height of the hat's brim. */
  readonly browY: number;
  readonly topY: number;
  /** Where the figure looks, -1 to 1. */
  readonly gaze: number;
  readonly outline: string;
}
