import { availableParallelism } from "node:os";
import { type ImageModelName, imageModelNames } from "@mintwright/api-contract";
import {
  type Config,
  type EngineServerConfig,
  type ImageEngineConfig,
  isChatEngine,
  nameServer,
} from "../config/index.ts";
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
import type { PlaceKeeper } from "../engines/pool/index.ts";
import type { EnginePlaces } from "../features/collections/index.ts";
import type { Metrics } from "../platform/telemetry/metrics.ts";

const sketchThreads = Math.max(1, availableParallelism() - 1);

/** What engines need of their process. */
export interface EngineParts {
  metrics: Metrics;
  places: Pick<PlaceKeeper, "open">;
}

export function buildChatEngines(config: Config, { metrics, places }: EngineParts): Map<string, ChatEngine> {
  const engines = new Map<string, ChatEngine>();
  for (const [name, engine] of Object.entries(config.engines)) {
    if (!isChatEngine(engine)) continue;
    if (engine.type === "offline") {
      engines.set(name, createOfflineChatEngine());
      continue;
    }
    const longestCallInMs = Math.max(engine.timeoutInMs, engine.streamTimeoutInMs);
    const servers = engine.servers.map((server) => ({
      engine: createOpenAiChatEngine({ ...engine, name, baseUrl: server.baseUrl }),
      places: openPlaces(places, server, longestCallInMs),
      weight: server.weight,
    }));
    engines.set(name, guardChatEngine(name, servers, engine, metrics));
  }
  return engines;
}

function openPlaces(places: EngineParts["places"], server: EngineServerConfig, longestCallInMs: number) {
  return places.open({ server: nameServer(server.baseUrl), limit: server.maxConcurrent, longestCallInMs });
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

/** Builds the engine of every image model. Models with the same server share its places, whatever their checkpoints are. */
export function buildImageEngines(
  config: Config,
  parts: EngineParts,
  { waitsForPlace }: { waitsForPlace: boolean },
): ImageEngines {
  const sketcher = createSketchEngine({ threads: sketchThreads });
  const sketch = measureImageEngine(sketcher, parts.metrics);
  const built = new Map<string, ImageEngine>();
  const byModel = new Map<ImageModelName, ImageEngine>();
  for (const model of imageModelNames) {
    const { engine: name, checkpoint } = config.imageModels[model];
    const label = checkpoint ? `${name}/${checkpoint}` : name;
    const engineConfig = config.engines[name];
    if (!engineConfig || isChatEngine(engineConfig)) throw new Error(`models.${model} names no image engine`);
    const engine =
      built.get(label) ??
      (engineConfig.type === "sketch"
        ? sketch
        : buildImageServers(label, engineConfig, { checkpoint, waitsForPlace }, parts));
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

function buildImageServers(
  name: string,
  config: RemoteImageEngineConfig,
  { checkpoint, waitsForPlace }: { checkpoint: string | undefined; waitsForPlace: boolean },
  { metrics, places }: EngineParts,
): ImageEngine {
  const [first, ...others] = config.servers.map((server) => ({
    engine: createImageServer(name, server.baseUrl, config, checkpoint),
    places: openPlaces(places, server, config.timeoutInMs),
    weight: server.weight,
  }));
  if (!first) throw new Error(`engines.${name} has no server; the configuration should have been refused`);
  const patience = { timeoutInMs: config.timeoutInMs, waitsForPlace };
  return makeImageEngineResilient(name, [first, ...others], patience, metrics);
}

type RemoteImageEngineConfig = Exclude<ImageEngineConfig, { type: "sketch" }>;

function createImageServer(
  name: string,
  baseUrl: string,
  engine: RemoteImageEngineConfig,
  checkpoint: string | undefined,
): ImageEngine {
  switch (engine.type) {
    case "sd-web":
      return createSdWebEngine({ ...engine, name, baseUrl, checkpoint: checkpoint ?? engine.checkpoint });
    case "openai-images":
      return createOpenAiImagesEngine({ ...engine, name, baseUrl, model: checkpoint ?? engine.model });
    case "comfyui":
      return createComfyUiEngine({ ...engine, name, baseUrl });
  }
}
