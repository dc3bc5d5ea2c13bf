import type { Config, EngineConfig } from "./config.ts";

function maskUrl(text: string): string {
  const url = new URL(text);
  if (url.password) url.password = "***";
  for (const name of ["password", "sslpassword"])
    if (url.searchParams.has(name)) url.searchParams.set(name, "***");
  return url.href;
}

function describeEngine(engine: EngineConfig) {
  if (!("baseUrl" in engine)) return engine;
  const shown = { ...engine, baseUrl: maskUrl(engine.baseUrl) };
  return "apiKey" in shown ? { ...shown, apiKey: shown.apiKey ? "***" : undefined } : shown;
}

/** The configuration as it may be shown: secrets masked. */
export function describeConfig(config: Config) {
  return {
    ...config,
    databaseUrl: maskUrl(config.databaseUrl),
    otlpEndpoint: config.otlpEndpoint && maskUrl(config.otlpEndpoint),
    engines: Object.fromEntries(
      Object.entries(config.engines).map(([name, engine]) => [name, describeEngine(engine)]),
    ),
  };
}
