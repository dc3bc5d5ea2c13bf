import type { Picture } from "./compose.ts";
import { Definitions } from "./hands/definitions.ts";
import type { Hand, Plane } from "./hands/hand.ts";
import { hands } from "./hands/index.ts";
import { paint } from "./hands/paint.ts";
import { drawLeadWeb } from "./hands/stained-glass.ts";

/** Which planes to write, at which size, with which hand. */
export interface Sheet {
  readonly width: number;
  readonly height: number;
  readonly planes: readonly Plane[];
  readonly hand?: Hand;
  /** SVG laid over the planes, in picture units. */
  readonly overlay?: string;
}

/** Writes a picture's planes as one SVG. */
export function writeSvg(picture: Picture, sheet: Sheet): string {
  const definitions = new Definitions();
  const { palette, lightSide } = picture.kit;
  const hand = sheet.hand ?? hands[picture.brief.style];
  const body = sheet.planes.map(
    (plane) =>
      paint(picture[plane], hand, { definitions, palette, lightSide, plane }) + webFor(picture, plane),
  );
  return wrapSvg(
    sheet.width,
    sheet.height,
    [picture.width, picture.height],
    `${definitions}${body.join("")}${sheet.overlay ?? ""}`,
  );
}

function webFor(picture: Picture, plane: Plane): string {
  if (picture.brief.style !== "stained-glass" || plane !== "back") return "";
  const rays = picture.kit.random.fork("lead").whole(12, 18);
  return drawLeadWeb(picture.width, picture.height, [picture.width / 2, picture.height * 0.46], rays);
}

/** Wraps SVG content in a root of the given pixels and units. */
export function wrapSvg(
  width: number,
  height: number,
  units: readonly [number, number],
  content: string,
): string {
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 ${Math.round(units[0] * 100) / 100} ${Math.round(units[1] * 100) / 100}" preserveAspectRatio="none">${content}</svg>`;
}
