import { extname } from "node:path";
import { Piscina } from "piscina";
import type { PictureClassifier } from "./picture-classifier.ts";

/** Creates the classifier of the nsfwjs project: MobileNet in WebAssembly, on one thread that ends when idle. */
export function createNsfwClassifier(): PictureClassifier {
  const pool = new Piscina<Uint8Array, number>({
    filename: new URL(`./nsfw-worker${extname(import.meta.url)}`, import.meta.url).href,
    minThreads: 0,
    maxThreads: 1,
    idleTimeout: 60_000,
  });
  return {
    rate: (bytes) => pool.run(bytes),
    stop: () => pool.destroy(),
  };
}
