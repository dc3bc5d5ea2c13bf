import { shift, type Tone } from "../colour.ts";
import { cutTo, type Group, type Node, place } from "../drawing.ts";
import type { Kit } from "../kit.ts";

/** The torso that clothes are fitted to; the neck is at (0, `top`). */
export interface Torso {
  readonly outline: string;
  readonly top: number;
  readonly half: number;
  readonly bottom: number;
}

/** The measures of a garment and its cloth. */
export interface Cut {
  readonly kit: Kit;
  readonly outline: string;
  /** The height of the neck. */
  readonly y: number;
  /** Half the width of the shoulders. */
  readonly w: number;
  readonly mid: number;
  readonly bottom: number;
  readonly cloth: Tone;
  readonly dark: Tone;
  /** The requested colour, if any. */
  readonly colour: Tone | undefined;
  inside(nodes: Node[]): Group;
}

export type DrawGarment = (cut: Cut) => Node[];

export function measure(kit: Kit, torso: Torso, cloth: Tone, colour: Tone | undefined): Cut {
  return {
    kit,
    outline: torso.outline,
    y: torso.top,
    w: torso.half,
    mid: (torso.top + torso.bottom) / 2,
    bottom: torso.bottom,
    cloth,
    dark: shift(cloth, { l: cloth.l > 0.3 ? -0.13 : 0.12 }),
    colour,
    inside: (nodes) => cutTo(torso.outline, nodes),
  };
}

/** The nodes of one side, mirrored to the other. */
export function both(nodes: Node[]): Node[] {
  return [1, -1].map((side) => place(nodes, { isFlipped: side < 0 }));
}
