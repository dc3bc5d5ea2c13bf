import { setWasmPaths } from "@tensorflow/tfjs-backend-wasm";
import * as tf from "@tensorflow/tfjs-core";
import { findModelFolder } from "./model-files.ts";

/** Starts TensorFlow's WebAssembly backend. Once for each thread. */
export async function startTensorFlow(): Promise<void> {
  setWasmPaths(findModelFolder("@tensorflow/tfjs-backend-wasm", "dist"));
  if (!(await tf.setBackend("wasm"))) throw new Error("TensorFlow's WebAssembly backend did not start");
}
