import { move } from "piscina";
import sharp from "sharp";
import { renderSketch, type SketchRequest } from "./index.ts";

// One thread of ours is one thread of work: libvips would otherwise start as many again.
sharp.concurrency(1);

/** Draws one sketch and hands its bytes over without a copy. */
export default async function drawSketch(request: SketchRequest): Promise<unknown> {
  const bytes = new Uint8Array(await renderSketch(request));
  return move(bytes);
}
