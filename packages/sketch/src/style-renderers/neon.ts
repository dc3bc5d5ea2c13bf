import { type Tone, tone } from "../colour.ts";
import { fillPath, softGlow, strokePath } from "./marks.ts";
import type { RenderContext, StyleRenderer } from "./style-renderer.ts";

function tubeTone(base: Tone): Tone {
  return tone(
    Math.max(0.74, Math.min(0.9, base.l + 0.1)),
    base.c < 0.03 ? 0.05 : Math.max(0.17, base.c * 1.25),
    base.c < 0.03 ? 210 : base.h,
  );
}

const darkOf = (base: Tone, plane: RenderContext["plane"]): Tone =>
  tone(
    plane === "back" ? 0.13 + base.l * 0.05 : 0.17 + base.l * 0.07,
    Math.min(0.07, 0.03 + base.c * 0.3),
    base.c < 0.03 ? 285 : base.h,
  );

function tube(d: string, colour: Tone, width: number, strength: number): string {
  return (
    strokePath(d, colour, width * 4, 0.1 * strength) +
    strokePath(d, colour, width * 2.2, 0.2 * strength) +
    strokePath(d, colour, width, strength)
  );
}

/** Glowing tubes on dark glass. */
export const neon: StyleRenderer = {
  shape(shape, context) {
    const isNear = context.plane !== "back";
    if (shape.form === "flat") {
      if (!isNear && shape.opacity === 1) return fillPath(shape.d, darkOf(shape.tone, "back"));
      return fillPath(
        shape.d,
        shape.tone.l > 0.55 ? shape.tone : darkOf(shape.tone, "subject"),
        isNear ? shape.opacity : shape.opacity * 0.6,
      );
    }
    const isLamp = !isNear && shape.form === "patch" && shape.tone.l > 0.7;
    const body = isLamp
      ? fillPath(shape.d, tubeTone(shape.tone), 0.4 * shape.opacity)
      : fillPath(shape.d, darkOf(shape.tone, context.plane), Math.min(0.94, shape.opacity));
    const width = shape.form === "mass" ? (isNear ? 4.6 : 2.6) : isNear ? 3 : 1.8;
    return (
      body +
      tube(
        shape.d,
        tubeTone(shape.tone),
        width,
        (isNear ? 1 : 0.5) * (shape.form === "patch" ? 0.75 : 1) * shape.opacity,
      )
    );
  },
  line: (line, context) =>
    tube(
      line.d,
      tubeTone(line.tone),
      Math.min(6, line.width * 0.7),
      (context.plane === "back" ? 0.55 : 1) * line.opacity,
    ),
  glow(glow, context) {
    return glow.tone.l < 0.4
      ? ""
      : softGlow(
          {
            ...glow,
            tone: tone(glow.tone.l * 0.75, Math.max(0.12, glow.tone.c), glow.tone.h),
            opacity: glow.opacity * 0.32,
          },
          context,
        );
  },
};
