import type { Palette } from "./palette.ts";
import type { Random } from "./random.ts";

/** The input that every drawing function gets. */
export interface Kit {
  readonly palette: Palette;
  readonly random: Random;
  /** The side that the light comes from: -1 left, 1 right. */
  readonly lightSide: -1 | 1;
}
