import * as tf from "@tensorflow/tfjs-core";
import sharp from "sharp";
import { classes, getNsfwModel, sideInPixels } from "./nsfw-model.ts";

// Each worker is one thread: by default libvips would start one per core in each of them.
sharp.concurrency(1);

/** Returns the summed probability of the classes that are not safe for work. */
export default async function rateImage(bytes: Uint8Array): Promise<number> {
  const pixels = await sharp(bytes)
    .flatten({ background: "white" })
    .toColourspace("srgb")
    .resize(sideInPixels, sideInPixels, { fit: "fill", kernel: "linear" })
    .raw()
    .toBuffer();
  const model = await getNsfwModel();
  const beliefs = tf.tidy(() => {
    const shape: [number, number, number, number] = [1, sideInPixels, sideInPixels, 3];
    const input = tf.div(tf.tensor4d(new Float32Array(pixels), shape), 255);
    return (model.predict(input) as tf.Tensor).dataSync();
  });
  return (beliefs[classes.indexOf("hentai")] ?? 0) + (beliefs[classes.indexOf("porn")] ?? 0);
}
