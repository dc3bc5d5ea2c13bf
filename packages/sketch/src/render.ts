import sharp, { type OverlayOptions } from "sharp";
import { composeScene, type Scene } from "./compose.ts";
import { cutOutCharacter } from "./cut-out.ts";
import { finishScene } from "./finish/index.ts";
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
  const scene = composeScene({ ...request, ...size }, look);
  if (format !== "svg") return { png: await renderPng(scene, size, character) };
  const planes = ["back", "subject", "front"] as const;
  return { svg: writeSvg(scene, { ...size, planes, overlay: drawFrame(scene) }) };
}

async function renderPng(
  composed: Scene,
  size: { width: number; height: number },
  character: Uint8Array | undefined,
): Promise<Buffer> {
  const scene: Scene = character ? { ...composed, subject: [] } : composed;
  const { data, width, height, channels } = await finishScene(scene, size.width, size.height);
  const frame = drawFrame(scene);
  const layers = character ? [await standCharacter(scene, character, { width, height })] : [];
  if (frame !== "")
    layers.push({ input: Buffer.from(wrapSvg(width, height, [scene.width, scene.height], frame)) });
  return sharp(data, { raw: { width, height, channels } })
    .composite(layers)
    .png({ compressionLevel: 6 })
    .toBuffer();
}

/** Places the character of a reference where the scene has its subject. */
async function standCharacter(
  { stage }: Scene,
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
    // Busts are cut off by the lower edge, so they are aligned with it.
    top: height - info.height,
  };
}

function fitSide(wanted: number): number {
  return Number.isFinite(wanted) ? Math.min(largest, Math.max(smallest, Math.round(wanted))) : 512;
}
