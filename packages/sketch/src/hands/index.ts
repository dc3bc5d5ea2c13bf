import type { StyleName } from "../lexicon/styles.ts";
import { flatHand } from "./flat.ts";
import type { Hand } from "./hand.ts";
import { lineHand } from "./line.ts";
import { neon } from "./neon.ts";
import { painterly } from "./painterly.ts";
import { paperCut } from "./paper-cut.ts";
import { stainedGlass } from "./stained-glass.ts";
import { voxelBase } from "./voxel-base.ts";
import { watercolour } from "./watercolour.ts";

/** The hand that draws each style's vector layers. */
export const hands: Readonly<Record<StyleName, Hand>> = {
  painterly,
  flat: flatHand,
  "paper-cut": paperCut,
  pixel: painterly,
  line: lineHand,
  neon,
  watercolour,
  isometric: voxelBase,
  "low-poly": painterly,
  woodcut: painterly,
  "stained-glass": stainedGlass,
};
