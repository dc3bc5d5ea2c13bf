import { availableParallelism } from "node:os";
import { type ImageModelName, imageModelNames } from "@mintwright/api-contract";
import { type Config, type ImageEngineConfig, isChatEngine } from "../config/index.ts";
import {
  type ChatEngine,
  createFallbackChatEngine,
  createOfflineChatEngine,
  createOpenAiChatEngine,
  guardChatEngine,
} from "../engines/chat/index.ts";
import {
  createComfyUiEngine,
  createOpenAiImagesEngine,
  createSdWebEngine,
  createSketchEngine,
  type ImageEngine,
  makeImageEngineResilient,
  measureImageEngine,
} from "../engines/image/index.ts";
import type { EnginePlaces } from "../features/collections/index.ts";
import type { Metrics } from "../platform/telemetry/metrics.ts";

const sketchThreads = Math.max(1, availableParallelism() - 1);

export function buildChatEngines(config: Config, metrics: Metrics): Map<string, ChatEngine> {
  const engines = new Map<string, ChatEngine>();
  for (const [name, engine] of Object.entries(config.engines)) {
    if (!isChatEngine(engine)) continue;
    engines.set(
      name,
      engine.type === "openai"
        ? guardChatEngine(createOpenAiChatEngine({ name, ...engine }), engine, metrics)
        : createOfflineChatEngine(),
    );
  }
  return engines;
}

/** Gets the engine of a model. With several engines, each is the fallback of the one before it. */
export function getEngineFor(
  config: Config,
  engines: Map<string, ChatEngine>,
  model: keyof Config["models"],
): ChatEngine {
  const [first, ...others] = config.models[model].map((name) => {
    const engine = engines.get(name);
    if (!engine)
      throw new Error(`models.${model} names no engine; the configuration should have been refused`);
    return engine;
  });
  if (!first) throw new Error(`models.${model} names no engine; the configuration should have been refused`);
  return createFallbackChatEngine([first, ...others]);
}

export interface ImageEngines {
  byModel: Map<ImageModelName, ImageEngine>;
  stop(): Promise<void>;
}

/** Builds the engine of every image model. Models with the same engine and checkpoint share one concurrency limit. */
export function buildImageEngines(config: Config, metrics: Metrics): ImageEngines {
  const sketcher = createSketchEngine({ threads: sketchThreads });
  const sketch = measureImageEngine(sketcher, metrics);
  const built = new Map<string, ImageEngine>();
  const byModel = new Map<ImageModelName, ImageEngine>();
  for (const model of imageModelNames) {
    const { engine: name, checkpoint } = config.imageModels[model];
    const label = checkpoint ? `${name}/${checkpoint}` : name;
    const engineConfig = config.engines[name];
    if (!engineConfig || isChatEngine(engineConfig)) throw new Error(`models.${model} names no image engine`);
    const engine =
      built.get(label) ??
      (engineConfig.type === "sketch" ? sketch : buildImageServer(label, engineConfig, checkpoint, metrics));
    built.set(label, engine);
    byModel.set(model, engine);
  }
  return { byModel, stop: () => sketcher.stop() };
}

/** Lists for each image engine the models it serves and how many collection images it may generate at once. */
export function listEnginePlaces(byModel: ImageEngines["byModel"]): EnginePlaces[] {
  const modelsByEngine = Map.groupBy(byModel.keys(), (model) => byModel.get(model));
  return [...modelsByEngine].map(([engine, models]) => ({
    models,
    // The built-in engine draws in threads of each worker, so its limit is per process; an image server is shared by all
    // workers.
    places: engine?.maxConcurrent ?? sketchThreads,
    limit: engine?.maxConcurrent,
  }));
}

function buildImageServer(
  name: string,
  engine: Exclude<ImageEngineConfig, { type: "sketch" }>,
  checkpoint: string | undefined,
  metrics: Metrics,
): ImageEngine {
  const { timeoutInMs, maxConcurrent } = engine;
  return makeImageEngineResilient(createImageServer(), { timeoutInMs, maxConcurrent }, metrics);

  function createImageServer(): ImageEngine {
    switch (engine.type) {
      case "sd-web":
        return createSdWebEngine({ ...engine, name, checkpoint: checkpoint ?? engine.checkpoint });
      case "openai-images":
        return createOpenAiImagesEngine({ ...engine, name, model: checkpoint ?? engine.model });
      case "comfyui":
        return createComfyUiEngine({ ...engine, name });
    }
  }
}
