import { blend, shift, type Tone, toHex, tone } from "../colour.ts";
import { ellipse } from "../path.ts";
import { fillPath, plainLine, plainShape } from "./marks.ts";
import type { Plane, StyleRenderer } from "./style-renderer.ts";

const daylight = tone(0.96, 0.05, 95);

/** Poster colours: a bright ground, a stronger subject, no greys in between. */
function poster(base: Tone, plane: Plane): Tone {
  const strong = shift(base, { c: plane === "back" ? 1.35 : 1.22 });
  return plane === "back" ? blend(strong, daylight, 0.3) : strong;
}

/** Plain shapes: one tone each, and a hard half shadow on the subject. */
export const flatRenderer: StyleRenderer = {
  shape(shape, context) {
    const body = plainShape({ ...shape, tone: poster(shape.tone, context.plane) });
    if (shape.form !== "mass" || context.plane === "back" || shape.opacity < 1) return body;
    const shadow = toHex(shift(poster(shape.tone, context.plane), { l: -0.12, c: 1.1 }));
    const clip = context.definitions.clip(shape.d);
    return `${body}<g clip-path="url(#${clip})"><path transform="translate(${context.lightSide * 20} -8)" d="M-3000 -3000H3000V3000H-3000Z${shape.d}" fill-rule="evenodd" fill="${shadow}"/></g>`;
  },
  line: plainLine,
  glow(glow) {
    return [1, 0.62]
      .map((size) =>
        fillPath(
          ellipse(glow.x, glow.y, glow.rx * size * 0.72, glow.ry * size * 0.72),
          glow.tone,
          glow.opacity * 0.26,
        ),
      )
      .join("");
  },
};
