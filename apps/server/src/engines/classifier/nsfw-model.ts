// In this package `@tensorflow/tfjs` is an alias of tfjs-layers, the only part that is needed: see package.json.
import { type LayersModel, loadLayersModel } from "@tensorflow/tfjs";
import * as tf from "@tensorflow/tfjs-core";
import { MobileNetV2Model } from "nsfwjs/models/mobilenet_v2";
import { startTensorFlow } from "../tensorflow.ts";

export const sideInPixels = 224;

export const classes = ["drawing", "hentai", "neutral", "porn", "sexy"] as const;

let loaded: Promise<LayersModel> | undefined;

/** Loads the model from its npm package once. The package's own loader would need all of tfjs. */
export function getNsfwModel(): Promise<LayersModel> {
  loaded ??= loadNsfwModel();
  return loaded;
}

async function loadNsfwModel(): Promise<LayersModel> {
  await startTensorFlow();
  const { default: json } = (await MobileNetV2Model.modelJson()) as { default: tf.io.ModelJSON };
  const bundles = await Promise.all(
    MobileNetV2Model.weightBundles.map(
      async (load: () => Promise<{ default: string }>) => (await load()).default,
    ),
  );
  const weights = Buffer.concat(bundles.map((base64: string) => Buffer.from(base64, "base64")));
  return loadLayersModel({
    load: () =>
      tf.io.getModelArtifactsForJSON(json, async (manifest) => [
        manifest.flatMap((group) => group.weights),
        new Uint8Array(weights).buffer,
      ]),
  });
}
