import type { Tone } from "../colour.ts";
import type { Node } from "../drawing.ts";
import type { Kit } from "../kit.ts";

/** The position of a face on an object; a size of 1 is the face of a figure. */
export interface FacePlace {
  readonly x: number;
  readonly y: number;
  readonly size: number;
  /** A face in profile shows one eye. */
  readonly isProfile?: boolean;
  /** Whether the face is drawn even if no trait asks for one. */
  readonly isAlive?: boolean;
}

/** An object drawn with its grip or foot at the origin, and its bounding box. */
export interface DrawnThing {
  readonly nodes: Node[];
  /** Left, top, right, bottom. */
  readonly box: readonly [number, number, number, number];
  /** Whether it floats instead of standing on the ground. */
  readonly isAloft?: boolean;
  readonly face?: FacePlace;
  /** Where a hat sits. Default: the middle of the upper edge. */
  readonly hatAt?: readonly [number, number, number];
}

export type DrawThing = (kit: Kit, colour: Tone | undefined) => DrawnThing;
