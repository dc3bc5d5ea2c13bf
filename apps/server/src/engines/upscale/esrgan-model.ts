import { readFile } from "node:fs/promises";
import { findPackageJSON } from "node:module";
import { dirname, join } from "node:path";
// In this package that name is an alias of tfjs-layers, the one part of it that is needed: see package.json.
import { type LayersModel, loadLayersModel } from "@tensorflow/tfjs";
import * as tf from "@tensorflow/tfjs-core";
import "@tensorflow/tfjs-backend-wasm";

const modelPackage = "@upscalerjs/esrgan-slim";

/** How many times larger a model makes a picture; of each there are trained weights. */
export type EnlargementFactor = 2 | 3 | 4;

/**
 * How far a pixel of the result looks around in the picture: the 3×3 convolutions before the enlargement reach
 * one pixel each, the 5×5 one two, nine together, and the last one, after it, a part of another.
 */
export const reachInPixels = 10;

const models = new Map<EnlargementFactor, Promise<LayersModel>>();

/** Gets the model of that factor, loading it from its npm package the first time. */
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
