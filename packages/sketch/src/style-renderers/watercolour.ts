import { blend, shift, tone } from "../colour.ts";
import { fillPath, softGlow, strokePath } from "./marks.ts";
import type { StyleRenderer } from "./style-renderer.ts";

const white = tone(0.985, 0.01, 90);

/** Wet washes: pale in the middle of a shape, darker at its edge. The paper texture is added to the pixels later. */
export const watercolour: StyleRenderer = {
  shape(shape, context) {
    const strength = context.plane === "back" ? 0.42 : 0.14;
    const wash = blend(shift(shape.tone, { c: 1.12 }), white, strength);
    if (shape.form === "flat")
      return fillPath(shape.d, context.plane === "back" ? wash : shape.tone, shape.opacity);
    const gradient = context.definitions.radial(
      [
        [0, blend(wash, white, 0.34), 1],
        [0.6, wash, 1],
        [1, shift(wash, { l: -0.08, c: 1.15 }), 1],
      ],
      [context.lightSide < 0 ? 0.32 : 0.68, 0.26],
    );
    const opacity = shape.opacity * (context.plane === "back" ? 0.82 : 0.95);
    return (
      fillPath(shape.d, `url(#${gradient})`, opacity) +
      strokePath(
        shape.d,
        shift(wash, { l: -0.2, c: 1.2 }),
        context.plane === "back" ? 2.5 : 3.2,
        0.34 * shape.opacity,
      )
    );
  },
  line: (line) => strokePath(line.d, line.tone, line.width, line.opacity * 0.85),
  glow: (glow, context) => softGlow({ ...glow, opacity: glow.opacity * 0.8 }, context),
};
