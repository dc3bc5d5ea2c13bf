import { move } from "piscina";
import sharp from "sharp";
import { render } from "./render.ts";
import type { SketchRequest } from "./request.ts";

// One thread of ours is one thread of work: libvips would otherwise start as many again.
sharp.concurrency(1);

/** Renders one request as PNG and hands its bytes over without a copy. */
export default async function renderInThread(request: SketchRequest): Promise<unknown> {
  const { png } = await render(request);
  return move(new Uint8Array(png));
}
