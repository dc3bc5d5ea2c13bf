import type { Scene } from "./compose.ts";
import { Definitions } from "./style-renderers/definitions.ts";
import { styleRenderers } from "./style-renderers/index.ts";
import { renderNodes } from "./style-renderers/render-nodes.ts";
import { drawLeadWeb } from "./style-renderers/stained-glass.ts";
import type { Plane, StyleRenderer } from "./style-renderers/style-renderer.ts";

/** Which planes to write, at which size and in which style. */
export interface Sheet {
  readonly width: number;
  readonly height: number;
  readonly planes: readonly Plane[];
  readonly renderer?: StyleRenderer;
  /** SVG on top of the planes, in scene units. */
  readonly overlay?: string;
}

/** Writes a scene's planes as one SVG. */
export function writeSvg(scene: Scene, sheet: Sheet): string {
  const definitions = new Definitions();
  const { palette, lightSide } = scene.kit;
  const renderer = sheet.renderer ?? styleRenderers[scene.brief.style];
  const body = sheet.planes.map(
    (plane) =>
      renderNodes(scene[plane], renderer, { definitions, palette, lightSide, plane }) + webFor(scene, plane),
  );
  return wrapSvg(
    sheet.width,
    sheet.height,
    [scene.width, scene.height],
    `${definitions}${body.join("")}${sheet.overlay ?? ""}`,
  );
}

function webFor(scene: Scene, plane: Plane): string {
  if (scene.brief.style !== "stained-glass" || plane !== "back") return "";
  const rays = scene.kit.random.fork("lead").whole(12, 18);
  return drawLeadWeb(scene.width, scene.height, [scene.width / 2, scene.height * 0.46], rays);
}

export function wrapSvg(
  width: number,
  height: number,
  units: readonly [number, number],
  content: string,
): string {
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 ${Math.round(units[0] * 100) / 100} ${Math.round(units[1] * 100) / 100}" preserveAspectRatio="none">${content}</svg>`;
}
