import type { Glow, Line, Shape } from "../drawing.ts";
import type { Palette } from "../palette.ts";
import type { Definitions } from "./definitions.ts";

/** The plane that is being painted. */
export type Plane = "back" | "subject" | "front";

/** What a hand knows while it paints. */
export interface Easel {
  readonly definitions: Definitions;
  readonly palette: Palette;
  readonly lightSide: -1 | 1;
  readonly plane: Plane;
}

/** One way of drawing: how shapes, lines and lights become SVG. */
export interface Hand {
  shape(shape: Shape, easel: Easel): string;
  line(line: Line, easel: Easel): string;
  glow(glow: Glow, easel: Easel): string;
}
