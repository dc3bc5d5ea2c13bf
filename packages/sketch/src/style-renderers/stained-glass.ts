import { blend, shift, toHex, tone } from "../colour.ts";
import { fillPath, softGlow, strokePath } from "./marks.ts";
import type { StyleRenderer } from "./style-renderer.ts";

const lead = tone(0.2, 0.015, 270);
const daylight = tone(0.97, 0.06, 92);

/** Lit glass panes with lead between them. */
export const stainedGlass: StyleRenderer = {
  shape(shape, context) {
    const isNear = context.plane !== "back";
    if (shape.form === "flat")
      return isNear
        ? fillPath(shape.d, shape.tone, shape.opacity)
        : fillPath(shape.d, shift(shape.tone, { c: 1.5 }), shape.opacity);
    const pane = tone(
      Math.min(0.86, Math.max(0.36, shape.tone.l)),
      Math.min(0.2, shape.tone.c * 1.4),
      shape.tone.h,
    );
    const light = context.definitions.radial(
      [
        [0, blend(pane, daylight, 0.5), 1],
        [0.55, pane, 1],
        [1, shift(pane, { l: -0.12, c: 1.1 }), 1],
      ],
      [context.lightSide < 0 ? 0.34 : 0.66, 0.3],
    );
    const width = shape.form === "mass" ? (isNear ? 8 : 6) : isNear ? 4.5 : 4;
    return (
      fillPath(shape.d, `url(#${light})`, Math.max(0.75, shape.opacity)) +
      strokePath(shape.d, lead, width, Math.min(1, shape.opacity + 0.3)) +
      strokePath(shape.d, toHex(tone(0.5, 0.02, 260)), width * 0.18, 0.5)
    );
  },
  line: (line) =>
    strokePath(line.d, line.tone.l < 0.5 ? lead : line.tone, Math.max(5, line.width), line.opacity),
  glow: (glow, context) => softGlow({ ...glow, opacity: glow.opacity * 0.7 }, context),
};

/** The lead lines that divide the background into panes: rays and rings around the subject. */
export function drawLeadWeb(
  width: number,
  height: number,
  focus: readonly [number, number],
  rays: number,
): string {
  const reach = width + height;
  const spokes = Array.from({ length: rays }, (_, index) => {
    const angle = (index / rays) * Math.PI * 2 + 0.21;
    return `M${Math.round(focus[0] + Math.cos(angle) * 200)} ${Math.round(focus[1] + Math.sin(angle) * 200)}L${Math.round(focus[0] + Math.cos(angle) * reach)} ${Math.round(focus[1] + Math.sin(angle) * reach)}`;
  }).join("");
  const rings = [0.34, 0.5, 0.72, 1]
    .map(
      (size) =>
        `M${Math.round(focus[0] - size * 640)} ${Math.round(focus[1])}a${Math.round(size * 640)} ${Math.round(size * 640)} 0 1 1 ${Math.round(size * 1280)} 0a${Math.round(size * 640)} ${Math.round(size * 640)} 0 1 1 ${Math.round(-size * 1280)} 0`,
    )
    .join("");
  return strokePath(spokes + rings, lead, 6, 0.9);
}
