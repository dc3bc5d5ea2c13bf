import { blend, shift, toHex, tone } from "../colour.ts";
import type { Shape } from "../drawing.ts";
import { fillPath, softGlow, strokePath } from "./marks.ts";
import type { RenderContext, StyleRenderer } from "./style-renderer.ts";

const shadowTone = tone(0.2, 0.03, 280);

function lay(shape: Shape, context: RenderContext, lift: number): string {
  const paper = shift(shape.tone, { c: 0.86, l: 0.015 });
  const away = -context.lightSide;
  // The shadow of a sheet: three offset copies cost a twentieth of a blur filter and look the same at this size.
  const shadow = [1.5, 1, 0.55]
    .map(
      (step) =>
        `<path transform="translate(${away * lift * step} ${lift * 1.15 * step})" d="${shape.d}" ${fillOf(0.13)}/>`,
    )
    .join("");
  const clip = context.definitions.clip(shape.d);
  const edge = `<g clip-path="url(#${clip})"><path transform="translate(${away * 1.6} 2)" d="${shape.d}" fill="none" stroke="${toHex(blend(paper, tone(0.98, 0.02, 90), 0.6))}" stroke-width="3.4"/></g>`;
  return `${shadow}${fillPath(shape.d, paper, shape.opacity < 0.5 ? shape.opacity : 1)}${edge}`;
}

function fillOf(opacity: number): string {
  return `fill="${toHex(shadowTone)}" fill-opacity="${opacity}"`;
}

/** Sheets of coloured paper, each with a cut edge and a shadow on the one below. */
export const paperCut: StyleRenderer = {
  shape(shape, context) {
    if (shape.form === "flat" && (context.plane === "back" || shape.opacity < 0.6))
      return fillPath(shape.d, shape.tone, shape.opacity);
    if (shape.form === "mass") return lay(shape, context, context.plane === "subject" ? 7 : 9);
    return lay(shape, context, shape.form === "patch" ? 4 : 2);
  },
  line: (line) =>
    strokePath(line.d, shadowTone, line.width * 1.05, 0.16 * line.opacity, ' transform="translate(2 4)"') +
    strokePath(line.d, line.tone, line.width, line.opacity),
  glow(glow, context) {
    return softGlow({ ...glow, opacity: glow.opacity * 0.55 }, context);
  },
};
