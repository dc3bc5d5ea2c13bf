import { blend, type Tone, toHex, tone } from "../colour.ts";
import type { Shape } from "../drawing.ts";
import type { Easel, Hand } from "./hand.ts";
import { fillPath, strokePath } from "./marks.ts";

const paper = tone(0.962, 0.016, 88);

const inkOf = (easel: Easel): Tone => tone(0.25, 0.035, easel.palette.near.h);

/** Diagonal hatching as a pattern. */
function hatch(easel: Easel, gap: number): string {
  const colour = toHex(inkOf(easel));
  return easel.definitions.refer(
    `h${gap}${colour}${easel.lightSide}`,
    (id) =>
      `<pattern id="${id}" width="${gap}" height="${gap}" patternUnits="userSpaceOnUse" patternTransform="rotate(${easel.lightSide * 38})"><path d="M0 ${gap / 2}H${gap}" stroke="${colour}" stroke-width="2.4"/></pattern>`,
  );
}

function drawMass(shape: Shape, easel: Easel): string {
  const isNear = easel.plane !== "back";
  const wash = blend(shape.tone, paper, isNear ? 0.4 : 0.78);
  const ground = fillPath(shape.d, paper);
  // The colour plate is printed a little off its line, as a hand press does.
  const plate = `<g transform="translate(${-easel.lightSide * 5} 5)">${fillPath(shape.d, wash)}</g>`;
  const clip = easel.definitions.clip(shape.d);
  const strength = Math.max(0.25, 1 - shape.tone.l);
  const core = `<path transform="translate(${easel.lightSide * (10 + strength * 16)} ${-10 - strength * 8})" d="M-3000 -3000H3000V3000H-3000Z${shape.d}" fill-rule="evenodd" fill="url(#${hatch(easel, isNear ? 9 : 13)})"/>`;
  return `${ground}<g clip-path="url(#${clip})">${plate}${isNear || shape.tone.l < 0.5 ? core : ""}</g>${strokePath(shape.d, inkOf(easel), isNear ? 5 : 2.6, isNear ? 1 : 0.75)}`;
}

/** Ink contours and hatching over one loose wash of colour. */
export const lineHand: Hand = {
  shape(shape, easel) {
    if (shape.form === "mass")
      return shape.opacity < 0.5 ? strokePath(shape.d, inkOf(easel), 4, 0.7) : drawMass(shape, easel);
    if (shape.form === "patch")
      return (
        fillPath(shape.d, blend(shape.tone, paper, easel.plane === "back" ? 0.7 : 0.3), shape.opacity) +
        strokePath(shape.d, inkOf(easel), easel.plane === "back" ? 2 : 2.6, 0.8 * shape.opacity)
      );
    if (easel.plane === "back")
      return fillPath(shape.d, blend(shape.tone, paper, shape.opacity < 1 ? 0.5 : 0.9), shape.opacity);
    return fillPath(shape.d, shape.tone.l < 0.42 ? inkOf(easel) : shape.tone, shape.opacity);
  },
  line: (line, easel) =>
    strokePath(
      line.d,
      line.tone.l < 0.5 ? inkOf(easel) : line.tone,
      line.width > 9 ? line.width : Math.max(3, line.width * 0.8),
      line.opacity,
    ) + (line.width > 9 ? strokePath(line.d, inkOf(easel), 2.4, 0.8) : ""),
  glow: () => "",
};
