import type { Glow, Line, Shape } from "../drawing.ts";
import type { Palette } from "../palette.ts";
import type { Definitions } from "./definitions.ts";

/** The plane that is being rendered. */
export type Plane = "back" | "subject" | "front";

/** What a style needs to know while it renders a node. */
export interface RenderContext {
  readonly definitions: Definitions;
  readonly palette: Palette;
  readonly lightSide: -1 | 1;
  readonly plane: Plane;
}

/** How a style turns shapes, lines and lights into SVG. */
export interface StyleRenderer {
  shape(shape: Shape, context: RenderContext): string;
  line(line: Line, context: RenderContext): string;
  glow(glow: Glow, context: RenderContext): string;
}
