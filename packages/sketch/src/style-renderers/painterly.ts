import { blend, shift, type Tone, tone } from "../colour.ts";
import type { Shape } from "../drawing.ts";
import { fillPath, plainLine, plainShape, softGlow, strokePath } from "./marks.ts";
import type { RenderContext, StyleRenderer } from "./style-renderer.ts";

const moonlight = tone(0.97, 0.03, 90);

/** The lit and the shadowed side of a tone: light is warmer, shadow is cooler and deeper. */
function litTones(base: Tone, strength: number): { lit: Tone; dim: Tone } {
  return {
    lit: shift(blend(base, tone(0.97, 0.07, 85), 0.16 * strength), { l: 0.035 * strength }),
    dim: shift(blend(base, tone(0.24, 0.09, 285), 0.24 * strength), { c: 1.08 }),
  };
}

function shade(shape: Shape, context: RenderContext): string {
  const isNear = context.plane !== "back";
  const { lit, dim } = litTones(shape.tone, isNear ? 1 : 0.55);
  const side = context.lightSide;
  const gradient = context.definitions.linear(
    [side < 0 ? 0.1 : 0.9, 0],
    [side < 0 ? 0.8 : 0.2, 1],
    [
      [0, lit, 1],
      [0.5, shape.tone, 1],
      [1, dim, 1],
    ],
  );
  const body = fillPath(shape.d, `url(#${gradient})`, shape.opacity);
  if (!isNear || shape.opacity < 1) return body;
  // The form shadow: the outline moved towards the light, inverted and clipped to the shape.
  const clip = context.definitions.clip(shape.d);
  const reach = 9;
  const core = `<path transform="translate(${side * reach} ${-reach * 0.9})" d="M-3000 -3000H3000V3000H-3000Z${shape.d}" fill-rule="evenodd" ${fillOf(shift(dim, { l: -0.07 }))} fill-opacity="0.42"/>`;
  const rimPaint = context.definitions.linear(
    [side < 0 ? 0 : 1, 0.1],
    [side < 0 ? 0.62 : 0.38, 0.7],
    [
      [0, blend(lit, moonlight, 0.55), 0.85],
      [0.55, blend(lit, moonlight, 0.5), 0],
    ],
  );
  const rim = strokePath(shape.d, `url(#${rimPaint})`, 7);
  return `${body}<g clip-path="url(#${clip})">${core}${rim}</g>`;
}

function fillOf(colour: Tone): string {
  return fillPath("", colour).replace('<path d="" ', "").replace("/>", "");
}

/** The default style: soft gradients, a core shadow and a rim of light on every shape. */
export const painterly: StyleRenderer = {
  shape(shape, context) {
    if (shape.form === "mass") return shade(shape, context);
    if (shape.form === "flat") return plainShape(shape);
    const side = context.lightSide;
    const { lit, dim } = litTones(shape.tone, 0.5);
    const gradient = context.definitions.linear(
      [side < 0 ? 0 : 1, 0],
      [side < 0 ? 1 : 0, 1],
      [
        [0, lit, 1],
        [1, dim, 1],
      ],
    );
    return fillPath(shape.d, `url(#${gradient})`, shape.opacity);
  },
  line: plainLine,
  glow: softGlow,
};
