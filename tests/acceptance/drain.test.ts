import { once } from "node:events";
import { Agent, type IncomingMessage, request } from "node:http";
import { setTimeout as sleep } from "node:timers/promises";
import {
  createTestAccount,
  findProgress,
  queueCollection,
  queueDeliveries,
  type RunningProcess,
  type ScriptedModelServer,
  startScriptedModelServer,
} from "@mintwright/test-harness";
import { afterAll, beforeAll, beforeEach, expect, it } from "vitest";
import { callApi, enhancePrompt, getCredits } from "./call-api.ts";
import { askAssistant } from "./chat-installation.ts";
import { expectError } from "./expect-error.ts";
import { type Installation, startInstallation } from "./installation.ts";
import {
  type ImageSetup,
  type ScriptedImageServer,
  startScriptedImageServer,
  writeImageSetup,
} from "./scripted-image-server.ts";

/** Longer than all calls of the first test take. */
const drainDelayInMs = 8_000;

let model: ScriptedModelServer;
let images: ScriptedImageServer;
let setup: ImageSetup;
let installation: Installation;
let key: string;
let api: RunningProcess;

beforeAll(async () => {
  model = await startScriptedModelServer();
  images = await startScriptedImageServer();
  setup = writeImageSetup({
    engines: {
      text: { type: "openai", baseUrl: model.baseUrl, model: "scripted" },
      gpu: { type: "sd-web", baseUrl: images.baseUrl },
    },
    models: { general_assistant: "text", velogen: "gpu" },
  });
  installation = await startInstallation(setup.environment);
});

beforeEach(async () => {
  ({ key } = await createTestAccount(installation.database.url, { credits: 10 }));
  api = await installation.startReplica({ DRAIN_DELAY_MS: String(drainDelayInMs) });
});

afterAll(async () => {
  await installation?.stop();
  await images?.stop();
  await model?.stop();
  setup?.remove();
});

/** Calls over a connection of its own, or over the agent's. */
async function get(path: string, agent: Agent | false = false): Promise<IncomingMessage> {
  const [response] = await once(request(api.baseUrl + path, { agent }).end(), "response");
  (response as IncomingMessage).resume();
  await once(response, "end");
  return response;
}

const isReady = async () => (await get("/health/ready")).statusCode;

it("on SIGTERM is not ready first, and serves calls during the delay on connections that it closes", async () => {
  model.follow({ kind: "answer", text: "gas is paid in ether" });
  const agent = new Agent({ keepAlive: true, maxSockets: 1 });
  expect((await get("/health/live", agent)).headers.connection).toBe("keep-alive");
  const stoppedAt = performance.now();
  const exit = api.stop();
  await expect.poll(isReady, { interval: 10 }).toBe(503);
  const readiness = expectError(await callApi(api, "/health/ready"), 503, "service_unavailable");
  expect(readiness.message).toBe("This process is shutting down.");
  expect((await get("/health/live", agent)).headers.connection).toBe("close");
  const paid = await enhancePrompt(api, key);
  expect(paid.status).toBe(200);
  expect(paid.headers.get("connection")).toBe("close");
  const streamed = await askAssistant({ ...installation, api }, key, {}, { accept: "text/plain" });
  expect(streamed.text).toBe("gas is paid in ether");
  expect(streamed.headers.get("connection")).toBe("close");
  expect(await exit).toBe(0);
  expect(performance.now() - stoppedAt).toBeGreaterThan(drainDelayInMs);
  await expect(get("/health/live")).rejects.toThrow("ECONNREFUSED");
});

it("on SIGTERM finishes a streamed answer and an image that take longer than the delay, and charges them", async () => {
  const released = Promise.withResolvers<"succeed">();
  images.script = () => released.promise;
  const order = { prompt: "a red fox", model: "velogen", width: 512, height: 512 };
  const image = callApi(api, "/nft/generate-image", { key, body: order });
  await expect.poll(() => images.asked.length).toBe(1);
  // The stream starts last, so that it outlasts the delay.
  const pieces = Array.from({ length: 16 }, (_, number) => `word${number} `);
  model.follow({ kind: "pieces", pieces, everyInMs: (drainDelayInMs + 4_000) / pieces.length });
  const answer = askAssistant({ ...installation, api }, key, {}, { accept: "text/plain" });
  await expect.poll(() => model.calls.length).toBe(1);
  const exit = api.stop();
  const { status, text } = await answer;
  expect({ status, text }).toEqual({ status: 200, text: pieces.join("") });
  await expect(get("/health/live")).rejects.toThrow("ECONNREFUSED");
  released.resolve("succeed");
  const { headers } = await image;
  expect(await exit).toBe(0);
  const spent = 0.5 + Number(headers.get("x-credits-charged"));
  expect(await getCredits(installation.api, key)).toMatchObject({ held: 0, spent });
});

it("on SIGTERM a worker takes no new jobs while it finishes an image", async () => {
  const { accountId, key: owner } = await createTestAccount(installation.database.url, { credits: 10 });
  const worker = await installation.startWorker();
  const released = Promise.withResolvers<"succeed">();
  images.script = () => released.promise;
  const before = images.asked.length;
  const collectionId = await queueCollection(installation.api.baseUrl, owner, { amount: 1 });
  await expect.poll(() => images.asked.length).toBe(before + 1);
  const exit = worker.stop();
  await expect.poll(() => worker.log.join("\n")).toContain("signal received, shutting down");
  await queueDeliveries(installation.database, { accountId, url: "https://example.com/hook", type: "test" });
  await sleep(2_000);
  released.resolve("succeed");
  expect(await exit).toBe(0);
  const [delivery] = await installation.database.query("select attempts from webhook_delivery");
  expect(delivery).toEqual({ attempts: 0 });
  expect(await findProgress(installation.api.baseUrl, owner, collectionId)).toMatchObject({ made: 1 });
});
