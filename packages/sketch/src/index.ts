import sharp, { type OverlayOptions } from "sharp";
import { composePicture, type Picture } from "./compose.ts";
import { cutOutCharacter } from "./cut-out.ts";
import { finishPicture } from "./finish/index.ts";
import { drawFrame } from "./frame/index.ts";
import { readLook } from "./reference-look.ts";
import type { SketchRequest } from "./request.ts";
import { wrapSvg, writeSvg } from "./write-svg.ts";

export type { SketchRequest, SketchTrait } from "./request.ts";

const smallest = 256;
const largest = 1792;

/** Draws a request's vector layers as SVG; the styles whose hand works on a surface finish them in `renderSketch`. */
export function composeSketch(request: SketchRequest): string {
  const safe = fitSize(request);
  const picture = composePicture(safe);
  return writeSvg(picture, {
    width: safe.width,
    height: safe.height,
    planes: ["back", "subject", "front"],
    overlay: drawFrame(picture),
  });
}

/** Paints a request as PNG bytes; the same request gives the same bytes. */
export async function renderSketch(request: SketchRequest): Promise<Buffer> {
  const safe = fitSize(request);
  const composed = composePicture(safe, safe.reference && (await readLook(safe.reference, safe)));
  const picture: Picture = safe.character ? { ...composed, subject: [] } : composed;
  const { data, width, height, channels } = await finishPicture(picture, safe.width, safe.height);
  const frame = drawFrame(picture);
  const layers = safe.character ? [await standCharacter(picture, safe.character, { width, height })] : [];
  if (frame !== "")
    layers.push({ input: Buffer.from(wrapSvg(width, height, [picture.width, picture.height], frame)) });
  return sharp(data, { raw: { width, height, channels } })
    .composite(layers)
    .png({ compressionLevel: 6 })
    .toBuffer();
}

/** Stands the character of a picture where the scene keeps a place for its subject. */
async function standCharacter(
  { stage }: Picture,
  bytes: Uint8Array,
  { width, height }: { width: number; height: number },
): Promise<OverlayOptions> {
  const { data, info } = await sharp(await cutOutCharacter(bytes))
    .resize(Math.round(width * 0.9), Math.round(height * 0.82), { fit: "inside" })
    .png()
    .toBuffer({ resolveWithObject: true });
  const left = Math.round((stage.focusX / stage.width) * width - info.width / 2);
  return {
    input: data,
    left: Math.min(width - info.width, Math.max(0, left)),
    // Busts are cut by the lower edge, so they stand on it again.
    top: height - info.height,
  };
}

function fitSize(request: SketchRequest): SketchRequest {
  const size = (wanted: number) =>
    Number.isFinite(wanted) ? Math.min(largest, Math.max(smallest, Math.round(wanted))) : 512;
  return { ...request, width: size(request.width), height: size(request.height) };
}
