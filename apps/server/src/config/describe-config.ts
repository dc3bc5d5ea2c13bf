import type { Config, EngineConfig } from "./config.ts";

function maskUrl(text: string): string {
  const url = new URL(text);
  if (url.password) url.password = "***";
  return url.href;
}

function describeEngine(engine: EngineConfig) {
  return engine.type === "openai" ? { ...engine, apiKey: engine.apiKey ? "***" : undefined } : engine;
}

/** The configuration as it may be shown: secrets masked. */
export function describeConfig(config: Config) {
  return {
    ...config,
    databaseUrl: maskUrl(config.databaseUrl),
    engines: Object.fromEntries(
      Object.entries(config.engines).map(([name, engine]) => [name, describeEngine(engine)]),
    ),
  };
}
