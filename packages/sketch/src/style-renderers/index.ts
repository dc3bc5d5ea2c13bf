import type { StyleName } from "../lexicon/styles.ts";
import { flatRenderer } from "./flat.ts";
import { lineRenderer } from "./line.ts";
import { neon } from "./neon.ts";
import { painterly } from "./painterly.ts";
import { paperCut } from "./paper-cut.ts";
import { stainedGlass } from "./stained-glass.ts";
import type { StyleRenderer } from "./style-renderer.ts";
import { voxelBase } from "./voxel-base.ts";
import { watercolour } from "./watercolour.ts";

/** The renderer of each style's vector layers. */
export const styleRenderers: Readonly<Record<StyleName, StyleRenderer>> = {
  painterly,
  flat: flatRenderer,
  "paper-cut": paperCut,
  pixel: painterly,
  line: lineRenderer,
  neon,
  watercolour,
  isometric: voxelBase,
  "low-poly": painterly,
  woodcut: painterly,
  "stained-glass": stainedGlass,
};
