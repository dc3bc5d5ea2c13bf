import type { Palette } from "./palette.ts";
import type { Random } from "./random.ts";

/** What every drawing is given. */
export interface Kit {
  readonly palette: Palette;
  readonly random: Random;
  /** The side the light comes from: -1 left, 1 right. */
  readonly lightSide: -1 | 1;
}
