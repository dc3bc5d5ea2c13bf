import { move } from "piscina";
import sharp from "sharp";
import { render } from "./render.ts";
import type { SketchRequest } from "./request.ts";

// Otherwise libvips starts its own threads inside each worker thread.
sharp.concurrency(1);

/** Renders one request as PNG and transfers the bytes without a copy. */
export default async function renderInThread(request: SketchRequest): Promise<unknown> {
  const { png } = await render(request);
  return move(new Uint8Array(png));
}
