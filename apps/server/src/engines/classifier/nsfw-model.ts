// In this package that name is an alias of tfjs-layers: see the upscaler.
import { type LayersModel, loadLayersModel } from "@tensorflow/tfjs";
import * as tf from "@tensorflow/tfjs-core";
import "@tensorflow/tfjs-backend-wasm";
import { MobileNetV2Model } from "nsfwjs/models/mobilenet_v2";

/** The side, in pixels, of the squares that the model was trained on. */
export const sideInPixels = 224;

/** What the model tells apart, in the order of its outputs. */
export const classes = ["drawing", "hentai", "neutral", "porn", "sexy"] as const;

let loaded: Promise<LayersModel> | undefined;

/** Gets the model, reading it from its npm package the first time. The package's own loader wants all of tfjs. */
export function getNsfwModel(): Promise<LayersModel> {
  loaded ??= loadNsfwModel();
  return loaded;
}

async function loadNsfwModel(): Promise<LayersModel> {
  await tf.setBackend("wasm");
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
