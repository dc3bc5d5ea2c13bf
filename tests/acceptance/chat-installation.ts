import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type ScriptedModelServer, startScriptedModelServer } from "@mintwright/test-harness";
import { type Answer, callApi } from "./call-api.ts";
import { type Installation, startInstallation } from "./installation.ts";

/** An installation whose assistant is a scripted model server. */
export interface ChatInstallation extends Installation {
  model: ScriptedModelServer;
  /** A configuration whose assistant falls back to the built-in engine when the scripted model gives no text. */
  configWithFallback: string;
}

/** A buffered answer of a chat model. */
export interface ChatBody {
  status: boolean | string;
  message: string;
  data: { bot: string; user?: string };
}

/** Starts it; what is given is written into mintwright.yaml as well. */
export async function startChatInstallation(
  settings: Record<string, unknown> = {},
  environment: Record<string, string> = {},
): Promise<ChatInstallation> {
  const model = await startScriptedModelServer();
  const folder = mkdtempSync(join(tmpdir(), "mintwright-chat-"));
  const path = join(folder, "mintwright.yaml");
  const engines = { scripted: { type: "openai", baseUrl: model.baseUrl, model: "scripted" } };
  // JSON is YAML.
  writeFileSync(path, JSON.stringify({ engines, models: { general_assistant: "scripted" }, ...settings }));
  const configWithFallback = join(folder, "with-fallback.yaml");
  const models = { general_assistant: ["scripted", "offline"] };
  writeFileSync(configWithFallback, JSON.stringify({ engines, models, ...settings }));
  const installation = await startInstallation({ MINTWRIGHT_CONFIG: path, ...environment });
  return {
    ...installation,
    model,
    configWithFallback,
    async stop() {
      await installation.stop();
      await model.stop();
      rmSync(folder, { recursive: true });
    },
  };
}

/** Asks the assistant. */
export function askAssistant(
  { api }: Installation,
  key: string,
  body: Record<string, unknown> = {},
  headers: Record<string, string> = {},
): Promise<Answer<ChatBody>> {
  const request = { model: "general_assistant", question: "What is gas?", ...body };
  return callApi(api, "/chat/stream", { key, body: request, headers });
}
