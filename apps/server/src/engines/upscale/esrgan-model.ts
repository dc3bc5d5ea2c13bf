import { readFile } from "node:fs/promises";
import { join } from "node:path";
// In this package `@tensorflow/tfjs` is an alias of tfjs-layers, the only part that is needed: see package.json.
import { type LayersModel, loadLayersModel } from "@tensorflow/tfjs";
import * as tf from "@tensorflow/tfjs-core";
import { findModelFolder } from "../model-files.ts";
import { startTensorFlow } from "../tensorflow.ts";

/** Factors for which trained weights exist. */
export type EnlargementFactor = 2 | 3 | 4;

/**
 * How many input pixels around it influence a pixel of the result: the 3×3 convolutions before the enlargement reach one
 * pixel each, the 5×5 one two, nine together; the last one, after the enlargement, a fraction of another.
 */
export const reachInPixels = 10;

const models = new Map<EnlargementFactor, Promise<LayersModel>>();

/** Loads the model of a factor once. */
export function getEsrganModel(factor: EnlargementFactor): Promise<LayersModel> {
  const loaded = models.get(factor) ?? loadEsrganModel(factor);
  models.set(factor, loaded);
  return loaded;
}

async function loadEsrganModel(factor: EnlargementFactor): Promise<LayersModel> {
  await startTensorFlow();
  const folder = findModelFolder("@upscalerjs/esrgan-slim", `models/x${factor}`);
  return loadLayersModel({ load: () => readModel(folder) });
}

async function readModel(folder: string): Promise<tf.io.ModelArtifacts> {
  const json: tf.io.ModelJSON = JSON.parse(await readFile(join(folder, "model.json"), "utf8"));
  return tf.io.getModelArtifactsForJSON(json, async (manifest) => {
    const shards = await Promise.all(
      manifest.flatMap((group) => group.paths).map((path) => readFile(join(folder, path))),
    );
    const weights = new Uint8Array(Buffer.concat(shards));
    return [manifest.flatMap((group) => group.weights), weights.buffer];
  });
}
