import type { Tone } from "../colour.ts";
import type { Node } from "../drawing.ts";
import type { Kit } from "../kit.ts";

/** Where a face sits on a thing; a size of 1 is the face of a figure. */
export interface FacePlace {
  readonly x: number;
  readonly y: number;
  readonly size: number;
  /** A face seen from the side shows one eye. */
  readonly isProfile?: boolean;
  /** Whether it shows its face even when no trait asks for one. */
  readonly isAlive?: boolean;
}

/** An object drawn around its grip or foot at the origin, with the box it fills. */
export interface DrawnThing {
  readonly nodes: Node[];
  /** Left, top, right, bottom. */
  readonly box: readonly [number, number, number, number];
  /** Whether it hangs in the air rather than standing on the ground. */
  readonly isAloft?: boolean;
  readonly face?: FacePlace;
  /** Where a hat rests; the middle of the upper edge unless said otherwise. */
  readonly hatAt?: readonly [number, number, number];
}

/** Draws one thing in an optional colour. */
export type DrawThing = (kit: Kit, colour: Tone | undefined) => DrawnThing;
