import type { Limits } from "@mintwright/api-contract";

/** A model server as the operator describes it. */
export interface OpenAiEngineConfig {
  type: "openai";
  baseUrl: string;
  model: string;
  apiKey?: string | undefined;
  timeoutInMs: number;
  maxConcurrent: number;
}

/** An engine that needs nothing installed. */
export interface OfflineEngineConfig {
  type: "offline";
}

export type EngineConfig = OpenAiEngineConfig | OfflineEngineConfig;

/** Everything that a process is told from outside, checked. */
export interface Config {
  databaseUrl: string;
  databasePoolSize: number;
  host: string;
  port: number;
  /** Apart by role, so that an API and a worker run on one machine without being told. */
  metricsPorts: { api: number; worker: number };
  cell: string;
  logLevel: string;
  tls?: { certFile: string; keyFile: string } | undefined;
  trustedProxies: string[];
  otlpEndpoint?: string | undefined;
  maxBodyBytes: number;
  requestTimeoutInMs: number;
  shutdownTimeoutInMs: number;
  engines: Record<string, EngineConfig>;
  /** The engine that serves each model name. */
  models: { prompt_enhancer: string };
  limits: Limits;
}

/** The configuration cannot be used; each problem names the key and says what it should be. */
export class ConfigError extends Error {
  readonly problems: string[];

  constructor(problems: string[]) {
    super(`The configuration cannot be used:\n${problems.map((problem) => `  - ${problem}`).join("\n")}`);
    this.name = "ConfigError";
    this.problems = problems;
  }
}
