import sharp, { type OverlayOptions } from "sharp";
import { composePicture, type Picture } from "./compose.ts";
import { cutOutCharacter } from "./cut-out.ts";
import { finishPicture } from "./finish/index.ts";
import { drawFrame } from "./frame/index.ts";
import { readLook } from "./reference-look.ts";
import type { SketchRequest } from "./request.ts";
import { wrapSvg, writeSvg } from "./write-svg.ts";

const smallest = 256;
const largest = 1792;

/** Renders a request as PNG. The same request always gives the same bytes. */
export function render(request: SketchRequest & { format?: "png" }): Promise<{ png: Buffer }>;
/** Renders the vector layers of a request as SVG, without the texture that a style adds to the pixels of a PNG. */
export function render(request: SketchRequest & { format: "svg" }): Promise<{ svg: string }>;
export async function render({
  format,
  reference,
  ...request
}: SketchRequest & { format?: "png" | "svg" }): Promise<{ png: Buffer } | { svg: string }> {
  const size = { width: fitSide(request.width), height: fitSide(request.height) };
  const character = reference?.keepsCharacter ? reference.bytes : undefined;
  if (character && format === "svg")
    throw new TypeError("SVG cannot keep the character of a reference image. Use PNG.");
  const look = reference && !character ? await readLook(reference.bytes, size) : undefined;
  const picture = composePicture({ ...request, ...size }, look);
  if (format !== "svg") return { png: await paintPng(picture, size, character) };
  const planes = ["back", "subject", "front"] as const;
  return { svg: writeSvg(picture, { ...size, planes, overlay: drawFrame(picture) }) };
}

async function paintPng(
  composed: Picture,
  size: { width: number; height: number },
  character: Uint8Array | undefined,
): Promise<Buffer> {
  const picture: Picture = character ? { ...composed, subject: [] } : composed;
  const { data, width, height, channels } = await finishPicture(picture, size.width, size.height);
  const frame = drawFrame(picture);
  const layers = character ? [await standCharacter(picture, character, { width, height })] : [];
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

function fitSide(wanted: number): number {
  return Number.isFinite(wanted) ? Math.min(largest, Math.max(smallest, Math.round(wanted))) : 512;
}
