import { move } from "piscina";
import sharp from "sharp";
import type { EnlargementFactor } from "./esrgan-model.ts";
import { decodePicture, encodePicture } from "./rgb-picture.ts";
import { superResolve } from "./super-resolution.ts";

// One thread of ours is one thread of work: libvips would otherwise start as many again.
sharp.concurrency(1);

/** What is to be enlarged, and the size in pixels of what comes back. */
export interface Enlargement {
  readonly bytes: Uint8Array;
  readonly width: number;
  readonly height: number;
}

/** Enlarges one picture and hands its bytes over without a copy. */
export default async function enlargePicture({ bytes, width, height }: Enlargement): Promise<unknown> {
  let picture = await decodePicture(bytes);
  const isRestored = width === picture.width && height === picture.height;
  // At least once, and until sharp has only to reduce: what it enlarges it moves by half a pixel.
  do {
    const enlargement = Math.max(width / picture.width, height / picture.height);
    picture = await superResolve(picture, chooseFactor(enlargement));
  } while (picture.width < width || picture.height < height);
  return move(await encodePicture(picture, { width, height, isRestored }));
}

/** The smallest model that reaches the size: what it makes too large is reduced, which keeps its detail. */
function chooseFactor(enlargement: number): EnlargementFactor {
  if (enlargement <= 2) return 2;
  return enlargement <= 3 ? 3 : 4;
}
