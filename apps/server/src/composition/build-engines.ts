import type { Config } from "../config/index.ts";
import {
  type ChatEngine,
  createOfflineChatEngine,
  createOpenAiChatEngine,
  makeResilient,
} from "../engines/chat/index.ts";
import type { Metrics } from "../platform/telemetry/metrics.ts";

/** Builds every configured chat engine, by name. */
export function buildChatEngines(config: Config, metrics: Metrics): Map<string, ChatEngine> {
  return new Map(
    Object.entries(config.engines).map(([name, engine]) => [
      name,
      engine.type === "openai"
        ? makeResilient(createOpenAiChatEngine({ name, ...engine }), engine, metrics)
        : createOfflineChatEngine(),
    ]),
  );
}

/** Gets the engine that serves a model. */
export function getEngineFor(
  config: Config,
  engines: Map<string, ChatEngine>,
  model: keyof Config["models"],
): ChatEngine {
  const engine = engines.get(config.models[model]);
  if (!engine) throw new Error(`models.${model} names no engine; the configuration should have been refused`);
  return engine;
}
