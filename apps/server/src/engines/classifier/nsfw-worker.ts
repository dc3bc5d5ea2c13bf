import * as tf from "@tensorflow/tfjs-core";
import sharp from "sharp";
import { classes, getNsfwModel, sideInPixels } from "./nsfw-model.ts";

// One thread of ours is one thread of work: libvips would otherwise start as many again.
sharp.concurrency(1);

/** Rates one picture: how much of the model's belief goes to what is not safe for work. */
export default async function ratePicture(bytes: Uint8Array): Promise<number> {
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
