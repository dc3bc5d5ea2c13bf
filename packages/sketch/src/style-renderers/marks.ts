import { type Tone, toHex } from "../colour.ts";
import type { Glow, Line, Shape } from "../drawing.ts";
import type { RenderContext } from "./style-renderer.ts";

const fade = (name: string, opacity: number) =>
  opacity === 1 ? "" : ` ${name}="${Math.round(opacity * 100) / 100}"`;

export function fillPath(d: string, paint: Tone | string, opacity = 1, extra = ""): string {
  return `<path d="${d}" fill="${typeof paint === "string" ? paint : toHex(paint)}"${fade("fill-opacity", opacity)}${extra}/>`;
}

/** A stroked path with round ends. */
export function strokePath(d: string, tone: Tone | string, width: number, opacity = 1, extra = ""): string {
  return `<path d="${d}" fill="none" stroke="${typeof tone === "string" ? tone : toHex(tone)}" stroke-width="${Math.round(width * 10) / 10}" stroke-linecap="round" stroke-linejoin="round"${fade("stroke-opacity", opacity)}${extra}/>`;
}

export const plainLine = (line: Line): string => strokePath(line.d, line.tone, line.width, line.opacity);

export const plainShape = (shape: Shape): string => fillPath(shape.d, shape.tone, shape.opacity);

export function softGlow(glow: Glow, context: RenderContext): string {
  const id = context.definitions.radial([
    [0, glow.tone, Math.round(glow.opacity * 100) / 100],
    [0.45, glow.tone, Math.round(glow.opacity * 45) / 100],
    [1, glow.tone, 0],
  ]);
  const show = (value: number) => Math.round(value * 10) / 10;
  return `<ellipse cx="${show(glow.x)}" cy="${show(glow.y)}" rx="${show(glow.rx)}" ry="${show(glow.ry)}" fill="url(#${id})"/>`;
}
