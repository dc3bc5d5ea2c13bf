import { once } from "node:events";
import { createServer } from "node:http";
import { text } from "node:stream/consumers";
import { setTimeout as sleep } from "node:timers/promises";
import { buildChunk, createNoisyPng } from "./noisy-image.ts";
import { findFreePort } from "./running-process.ts";

/** A server with the Stable Diffusion web API that generates images instantly. */
export interface InstantImageServer {
  baseUrl: string;
  /** When each image was requested, in the time of `performance.now()`, oldest first. */
  readonly begun: { prompt: string; atInMs: number }[];
  /** How long an image takes. Default: 0. */
  imageInMs: number;
  /** Closes every connection and accepts no more until it is back. */
  goAway(): Promise<void>;
  comeBack(): Promise<void>;
  stop(): Promise<void>;
}

/** Starts the server on a free port. Every image has different bytes, even for the same request. Grain makes them larger. */
export async function startInstantImageServer(grain = 0): Promise<InstantImageServer> {
  const plain = createNoisyPng(512, 512, grain);
  const end = buildChunk("IEND", Buffer.alloc(0));
  const begun: InstantImageServer["begun"] = [];

  function generate(prompt: string, seed: number): Buffer {
    const words = buildChunk("tEXt", Buffer.from(`Comment\0${seed} ${begun.length} ${prompt}`, "latin1"));
    return Buffer.concat([plain.subarray(0, -end.length), words, end]);
  }

  const listener = createServer(async (request, response) => {
    const respond = (status: number, body: unknown) =>
      response.writeHead(status, { "content-type": "application/json" }).end(JSON.stringify(body));
    const body = await text(request).catch(() => undefined);
    if (request.url === "/sdapi/v1/sd-models") return void respond(200, [{ title: "instant" }]);
    if (request.url === "/internal/progress") return void respond(200, { active: false, completed: true });
    if (request.url !== "/sdapi/v1/txt2img" || !body) return void respond(404, { detail: "Not Found" });
    const { prompt, seed } = JSON.parse(body) as { prompt: string; seed: number };
    begun.push({ prompt, atInMs: performance.now() });
    const image = generate(prompt, seed).toString("base64");
    if (server.imageInMs > 0) await sleep(server.imageInMs);
    respond(200, { images: [image], info: JSON.stringify({ seed }) });
  });
  const listen = async (port: number) => {
    listener.listen(port, "127.0.0.1");
    await once(listener, "listening");
  };
  const goAway = async () => {
    const closed = new Promise((resolve) => listener.close(resolve));
    listener.closeAllConnections();
    await closed;
  };
  // Still its own while it is away.
  const port = await findFreePort();
  await listen(port);
  const server: InstantImageServer = {
    baseUrl: `http://127.0.0.1:${port}`,
    begun,
    imageInMs: 0,
    goAway,
    comeBack: () => listen(port),
    async stop() {
      if (listener.listening) await goAway();
    },
  };
  return server;
}
