import { blend, type Tone, toHex, tone } from "../colour.ts";
import type { Shape } from "../drawing.ts";
import { fillPath, strokePath } from "./marks.ts";
import type { RenderContext, StyleRenderer } from "./style-renderer.ts";

const paper = tone(0.962, 0.016, 88);

const inkOf = (context: RenderContext): Tone => tone(0.25, 0.035, context.palette.near.h);

/** Diagonal hatching as an SVG pattern. */
function hatch(context: RenderContext, gap: number): string {
  const colour = toHex(inkOf(context));
  return context.definitions.refer(
    `h${gap}${colour}${context.lightSide}`,
    (id) =>
      `<pattern id="${id}" width="${gap}" height="${gap}" patternUnits="userSpaceOnUse" patternTransform="rotate(${context.lightSide * 38})"><path d="M0 ${gap / 2}H${gap}" stroke="${colour}" stroke-width="2.4"/></pattern>`,
  );
}

function drawMass(shape: Shape, context: RenderContext): string {
  const isNear = context.plane !== "back";
  const wash = blend(shape.tone, paper, isNear ? 0.4 : 0.78);
  const ground = fillPath(shape.d, paper);
  // The colour is offset from the line, like a renderer-press print out of register.
  const plate = `<g transform="translate(${-context.lightSide * 5} 5)">${fillPath(shape.d, wash)}</g>`;
  const clip = context.definitions.clip(shape.d);
  const strength = Math.max(0.25, 1 - shape.tone.l);
  const core = `<path transform="translate(${context.lightSide * (10 + strength * 16)} ${-10 - strength * 8})" d="M-3000 -3000H3000V3000H-3000Z${shape.d}" fill-rule="evenodd" fill="url(#${hatch(context, isNear ? 9 : 13)})"/>`;
  return `${ground}<g clip-path="url(#${clip})">${plate}${isNear || shape.tone.l < 0.5 ? core : ""}</g>${strokePath(shape.d, inkOf(context), isNear ? 5 : 2.6, isNear ? 1 : 0.75)}`;
}

/** Ink contours and hatching over one loose wash of colour. */
export const lineRenderer: StyleRenderer = {
  shape(shape, context) {
    if (shape.form === "mass")
      return shape.opacity < 0.5 ? strokePath(shape.d, inkOf(context), 4, 0.7) : drawMass(shape, context);
    if (shape.form === "patch")
      return (
        fillPath(shape.d, blend(shape.tone, paper, context.plane === "back" ? 0.7 : 0.3), shape.opacity) +
        strokePath(shape.d, inkOf(context), context.plane === "back" ? 2 : 2.6, 0.8 * shape.opacity)
      );
    if (context.plane === "back")
      return fillPath(shape.d, blend(shape.tone, paper, shape.opacity < 1 ? 0.5 : 0.9), shape.opacity);
    return fillPath(shape.d, shape.tone.l < 0.42 ? inkOf(context) : shape.tone, shape.opacity);
  },
  line: (line, context) =>
    strokePath(
      line.d,
      line.tone.l < 0.5 ? inkOf(context) : line.tone,
      line.width > 9 ? line.width : Math.max(3, line.width * 0.8),
      line.opacity,
    ) + (line.width > 9 ? strokePath(line.d, inkOf(context), 2.4, 0.8) : ""),
  glow: () => "",
};
