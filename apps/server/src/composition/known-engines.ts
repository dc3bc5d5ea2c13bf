import type { Config } from "../config/index.ts";
import type { ChatEngine } from "../engines/chat/index.ts";
import type { KnownEngine } from "../features/operator/index.ts";
import type { ImageEngines } from "./build-engines.ts";

export function listKnownEngines(
  config: Config,
  chatEngines: Map<string, ChatEngine>,
  imageEngines: ImageEngines["byModel"],
): KnownEngine[] {
  const modelsByEngine = Map.groupBy(imageEngines.keys(), (model) => imageEngines.get(model));
  return [
    ...[...chatEngines].map(([name, engine]): KnownEngine => {
      const models = Object.entries(config.models).filter(([, names]) => names.includes(name));
      return {
        name,
        kind: "chat",
        type: config.engines[name]?.type ?? "offline",
        models: models.map(([model]) => model),
        isBuiltIn: engine.isOffline,
        checkHealth: (signal) => engine.checkHealth(signal),
      };
    }),
    ...[...modelsByEngine].flatMap(([engine, models]): KnownEngine[] =>
      engine
        ? [
            {
              name: engine.name,
              kind: "image",
              type: engine.kind,
              models,
              isBuiltIn: engine.kind === "sketch",
              checkHealth: (signal) => engine.checkHealth(signal),
            },
          ]
        : [],
    ),
  ].filter(({ models }) => models.length > 0);
}
