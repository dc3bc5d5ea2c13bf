import type { Tone } from "../colour.ts";
import type { HairCut } from "../lexicon/hair.ts";
import type { Species } from "./species.ts";

/** The positions of a head's parts, in head units (the head is about 100 wide on each side). */
export interface Anatomy {
  readonly species: Species;
  readonly coat: Tone;
  readonly second: Tone;
  readonly ink: Tone;
  readonly iris: Tone;
  readonly hair: Tone;
  /** The requested haircut; otherwise the seed chooses one. */
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
  /** The direction of the gaze, -1 to 1. */
  readonly gaze: number;
  readonly outline: string;
}
