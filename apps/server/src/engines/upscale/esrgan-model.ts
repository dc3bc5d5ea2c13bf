import { readFile } from "node:fs/promises";
import { findPackageJSON } from "node:module";
import { dirname, join } from "node:path";
// In this package `@tensorflow/tfjs` is an alias of tfjs-layers, the only part that is needed: see package.json.
import { type LayersModel, loadLayersModel } from "@tensorflow/tfjs";
import * as tf from "@tensorflow/tfjs-core";
import "@tensorflow/tfjs-backend-wasm";

const modelPackage = "@upscalerjs/esrgan-slim";

/** Factors for which trained weights exist. */
export type EnlargementFactor = 2 | 3 | 4;

/**
 * How many input pixels around it influence a pixel of the result: the 3×3 convolutions before the enlargement reach one
 * pixel each, the 5×5 one two, nine together; the last one, after the enlargement, a fraction of another.
 */
export const reachInPixels = 10;

const models = new Map<EnlargementFactor, Promise<LayersModel>>();

/** Loads the model of a factor from its npm package once. */
export function getEsrganModel(factor: EnlargementFactor): Promise<LayersModel> {
  const loaded = models.get(factor) ?? loadEsrganModel(factor);
  models.set(factor, loaded);
  return loaded;
}

async function loadEsrganModel(factor: EnlargementFactor): Promise<LayersModel> {
  await tf.setBackend("wasm");
  const packageFile = findPackageJSON(modelPackage, import.meta.url);
  if (!packageFile) throw new Error(`${modelPackage} is not installed`);
  const folder = join(dirname(packageFile), "models", `x${factor}`);
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
