import { move } from "piscina";
import sharp from "sharp";
import type { EnlargementFactor } from "./esrgan-model.ts";
import { decodeImage, encodeImage } from "./rgb-image.ts";
import { superResolve } from "./super-resolution.ts";

// Each worker is one thread: by default libvips would start one per core in each of them.
sharp.concurrency(1);

export interface Enlargement {
  readonly bytes: Uint8Array;
  readonly width: number;
  readonly height: number;
}

/** Enlarges one image and transfers the result to the main thread without a copy. */
export default async function enlargeImage({ bytes, width, height }: Enlargement): Promise<unknown> {
  let image = await decodeImage(bytes);
  const isRestored = width === image.width && height === image.height;
  // At least once, and until sharp only has to reduce: sharp shifts what it enlarges by half a pixel.
  do {
    const enlargement = Math.max(width / image.width, height / image.height);
    image = await superResolve(image, chooseFactor(enlargement));
  } while (image.width < width || image.height < height);
  return move(await encodeImage(image, { width, height, isRestored }));
}

/** The smallest sufficient factor: reducing an image that is too large keeps its detail. */
function chooseFactor(enlargement: number): EnlargementFactor {
  if (enlargement <= 2) return 2;
  return enlargement <= 3 ? 3 : 4;
}
