import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { type EngineSettings, writeEngineConfig } from "./engine-config.ts";

/** What the engine does with one completion: its status and text, once the promise is kept. */
export type Script = () => Promise<{ status: number; text: string }>;

/** A model server that speaks the OpenAI protocol and does what the test says. */
export interface ScriptedEngine {
  baseUrl: string;
  /** Path of a mintwright.yaml that lets this engine serve every model. */
  configFile: string;
  /** How many completions were asked for. */
  readonly asked: number;
  /** What to do from now on. */
  script: Script;
  /** Resolves when the next completion is asked for. */
  nextRequest(): Promise<void>;
  stop(): Promise<void>;
}

/** Answers with the text. */
export const answerWith =
  (text: string): Script =>
  async () => ({ status: 200, text });

/** Fails with the status. */
export const failWith =
  (status: number, text = "the model fell over"): Script =>
  async () => ({ status, text });

/** Never answers. */
export const hang: Script = () => new Promise(() => {});

/** Answers with the text as soon as it is released. */
export function answerOnRelease(text: string): { script: Script; release(): void } {
  const released = Promise.withResolvers<void>();
  const script = () => released.promise.then(() => ({ status: 200, text }));
  return { script, release: released.resolve };
}

/** Starts the engine on a free port. */
export async function startScriptedEngine(settings: EngineSettings = {}): Promise<ScriptedEngine> {
  let asked = 0;
  let arrivals: (() => void)[] = [];
  const server = createServer(async (request: IncomingMessage, response: ServerResponse) => {
    request.resume();
    const respond = (status: number, body: unknown) =>
      response.writeHead(status, { "content-type": "application/json" }).end(JSON.stringify(body));
    if (request.url?.endsWith("/models")) return respond(200, { object: "list", data: [] });
    asked++;
    for (const arrived of arrivals.splice(0)) arrived();
    const { status, text } = await engine.script();
    return status === 200
      ? respond(200, { choices: [{ message: { role: "assistant", content: text } }] })
      : respond(status, { error: { message: text } });
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const baseUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1`;
  const config = writeEngineConfig(baseUrl, settings);
  const engine: ScriptedEngine = {
    baseUrl,
    configFile: config.path,
    get asked() {
      return asked;
    },
    script: answerWith("a fox, drawn by a script"),
    nextRequest: () => new Promise((resolve) => arrivals.push(resolve)),
    async stop() {
      arrivals = [];
      config.remove();
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
  return engine;
}
