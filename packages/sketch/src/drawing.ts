import type { Tone } from "./colour.ts";

/** A mass is shaded, a patch lies on a mass, a flat shape is never shaded. */
export type Form = "mass" | "patch" | "flat";

export interface Shape {
  readonly kind: "shape";
  readonly d: string;
  readonly tone: Tone;
  readonly form: Form;
  readonly opacity: number;
}

export interface Line {
  readonly kind: "line";
  readonly d: string;
  readonly tone: Tone;
  readonly width: number;
  readonly opacity: number;
}

/** A soft round light or shadow. */
export interface Glow {
  readonly kind: "glow";
  readonly x: number;
  readonly y: number;
  readonly rx: number;
  readonly ry: number;
  readonly tone: Tone;
  readonly opacity: number;
}

/** Nodes that are transformed, faded or clipped together. */
export interface Group {
  readonly kind: "group";
  readonly children: readonly Node[];
  readonly transform: string;
  readonly clip: string | undefined;
  readonly opacity: number;
  /** A mirrored group is lit from the opposite side in its own coordinates. */
  readonly isFlipped: boolean;
}

export type Node = Shape | Line | Glow | Group;

/** A shaded shape. */
export const mass = (d: string, tone: Tone, opacity = 1): Shape => shape(d, tone, "mass", opacity);
/** A marking on a shaded shape. */
export const patch = (d: string, tone: Tone, opacity = 1): Shape => shape(d, tone, "patch", opacity);
/** A shape without shading, such as a pupil. */
export const flat = (d: string, tone: Tone, opacity = 1): Shape => shape(d, tone, "flat", opacity);

const shape = (d: string, tone: Tone, form: Form, opacity: number): Shape => ({
  kind: "shape",
  d,
  tone,
  form,
  opacity,
});

export const line = (d: string, tone: Tone, width: number, opacity = 1): Line => ({
  kind: "line",
  d,
  tone,
  width,
  opacity,
});

export const glow = (x: number, y: number, rx: number, tone: Tone, opacity = 0.6, ry = rx): Glow => ({
  kind: "glow",
  x,
  y,
  rx,
  ry,
  tone,
  opacity,
});

export interface Placement {
  readonly x?: number;
  readonly y?: number;
  readonly scale?: number;
  readonly turn?: number;
  readonly isFlipped?: boolean;
  readonly opacity?: number;
}

/** Positions nodes with scale, rotation (degrees) and reflection. */
export function place(children: readonly Node[], where: Placement): Group {
  const scale = where.scale ?? 1;
  const show = (value: number) => String(Math.round(value * 1000) / 1000);
  const transform = [
    `translate(${show(where.x ?? 0)} ${show(where.y ?? 0)})`,
    where.turn ? `rotate(${show(where.turn)})` : "",
    scale !== 1 || where.isFlipped ? `scale(${show(where.isFlipped ? -scale : scale)} ${show(scale)})` : "",
  ].join("");
  return {
    kind: "group",
    children,
    transform,
    clip: undefined,
    opacity: where.opacity ?? 1,
    isFlipped: where.isFlipped ?? false,
  };
}

/** Clips nodes to a path. */
export function cutTo(clip: string, children: readonly Node[]): Group {
  return { kind: "group", children, transform: "", clip, opacity: 1, isFlipped: false };
}
