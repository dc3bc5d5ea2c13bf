import sharp from "sharp";
import { composePicture, type Picture } from "./compose.ts";
import { finishPicture } from "./finish/index.ts";
import { drawFrame } from "./frame/index.ts";
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
  const picture: Picture = composePicture(safe);
  const { data, width, height, channels } = await finishPicture(picture, safe.width, safe.height);
  const frame = drawFrame(picture);
  const image = sharp(data, { raw: { width, height, channels } });
  const framed =
    frame === ""
      ? image
      : image.composite([
          { input: Buffer.from(wrapSvg(width, height, [picture.width, picture.height], frame)) },
        ]);
  return framed.png({ compressionLevel: 6 }).toBuffer();
}

function fitSize(request: SketchRequest): SketchRequest {
  const size = (wanted: number) =>
    Number.isFinite(wanted) ? Math.min(largest, Math.max(smallest, Math.round(wanted))) : 512;
  return { ...request, width: size(request.width), height: size(request.height) };
}
