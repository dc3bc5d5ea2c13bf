import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

/** What an operator may say about an engine. */
export interface EngineSettings {
  /** All attempts together; a minute unless given. */
  timeoutInMs?: number;
  /** The environment variable that holds the engine's key; none unless given. */
  apiKeyVariable?: string;
  /** The longest prompt; as the server decides unless given. */
  promptCharacters?: number;
  /** How the assistant asks its model; as the server decides unless given. */
  assistant?: { temperature: number; maxTokens: number; contextTokens: number };
}

/** A mintwright.yaml for one test. */
export interface EngineConfig {
  path: string;
  remove(): void;
}

/** Writes a mintwright.yaml that lets the model server at this address serve every model. */
export function writeEngineConfig(
  baseUrl: string,
  { timeoutInMs = 60_000, apiKeyVariable, promptCharacters, assistant }: EngineSettings = {},
): EngineConfig {
  const folder = mkdtempSync(join(tmpdir(), "mintwright-engine-"));
  const path = join(folder, "mintwright.yaml");
  const engine = { type: "openai", baseUrl, model: "scripted", timeoutInMs };
  const secret = apiKeyVariable && { apiKey: { env: apiKeyVariable } };
  const config = {
    engines: { scripted: { ...engine, ...secret } },
    models: { prompt_enhancer: "scripted", general_assistant: "scripted" },
    ...(assistant && { assistant }),
    limits: { ...(promptCharacters && { promptCharacters }) },
  };
  // JSON is YAML.
  writeFileSync(path, JSON.stringify(config));
  return { path, remove: () => rmSync(folder, { recursive: true }) };
}
