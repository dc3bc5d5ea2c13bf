import { move } from "piscina";
import sharp from "sharp";
import { enlarge, restore } from "./fit-detail.ts";
import { decodeImage, encodePng } from "./rgba-image.ts";

// Each worker is one thread: by default libvips would start one per core in each of them.
sharp.concurrency(1);

export interface Upscale {
  readonly bytes: Uint8Array;
  readonly width: number;
  readonly height: number;
}

/** Upscales one image and transfers the result to the main thread without a copy. */
export default async function upscale({ bytes, width, height }: Upscale): Promise<unknown> {
  const image = await decodeImage(bytes);
  const isSameSize = width === image.width && height === image.height;
  return move(await encodePng(isSameSize ? await restore(image) : await enlarge(image, { width, height })));
}
