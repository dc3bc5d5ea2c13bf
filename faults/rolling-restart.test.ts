import {
  createTestAccount,
  findFreePort,
  findProgress,
  findTool,
  type Haproxy,
  type InstantImageServer,
  queueCollection,
  type RunningProcess,
  startHaproxy,
  startInstantImageServer,
} from "@mintwright/test-harness";
import { afterAll, beforeAll, expect, it, vi } from "vitest";
import { waitUntilNothingHeld } from "./account-amounts.ts";
import { assertCapturedOnce } from "./charged-once.ts";
import { createFleet, type Fleet } from "./fleet.ts";
import { report } from "./report.ts";
import { startSteadyLoad } from "./steady-load.ts";

const haproxyProgram = findTool({ variable: "HAPROXY", purpose: "a rolling restart behind HAProxy" });
const rounds = 2;
/** Longer than HAProxy takes to notice; operators are told 5 seconds. */
const drainDelayInMs = 3_000;
const words = 20;
const imageCount = 60;
const imageInMs = 800;

let fleet: Fleet;
let images: InstantImageServer;
let ports: [number, number];
let apis: RunningProcess[];
let worker: RunningProcess;
let haproxy: Haproxy | undefined;

const settings = () => ({
  engines: {
    model: { type: "openai", baseUrl: fleet.model.baseUrl, model: "scripted" },
    gpu: { type: "sd-web", baseUrl: images.baseUrl, maxConcurrent: 2 },
  },
  models: { prompt_enhancer: "model", general_assistant: "model", velogen: "gpu" },
});

const startApi = (port: number) =>
  fleet.start("api", {}, settings(), { PORT: String(port), DRAIN_DELAY_MS: String(drainDelayInMs) });
const startWorker = () => fleet.start("worker", {}, settings());

beforeAll(async () => {
  fleet = await createFleet();
  images = await startInstantImageServer();
  images.imageInMs = imageInMs;
  ports = [await findFreePort(), await findFreePort()];
  apis = await Promise.all(ports.map(startApi));
  worker = await startWorker();
});

afterAll(async () => {
  await haproxy?.stop();
  await fleet?.close();
  await images?.stop();
});

/** Stops a process in order, starts it again, and returns how long it took to end. */
async function restartApi(index: number, proxy: Haproxy): Promise<number> {
  const startedAt = performance.now();
  expect(await apis[index]?.stop()).toBe(0);
  const stoppedInMs = performance.now() - startedAt;
  const seen = proxy.log.length;
  apis[index] = await startApi(ports[index] as number);
  const isUp = () => proxy.log.slice(seen).some((line) => line.includes(`Server api/api${index + 1} is UP`));
  await vi.waitFor(() => expect(isUp()).toBe(true), { timeout: 20_000, interval: 50 });
  return stoppedInMs;
}

it.runIf(haproxyProgram)("a rolling restart loses no call", { timeout: 180_000 }, async () => {
  const proxy = await startHaproxy(haproxyProgram as string, [
    `127.0.0.1:${ports[0]}`,
    `127.0.0.1:${ports[1]}`,
  ]);
  haproxy = proxy;
  const [{ accountId, key }, collector] = await Promise.all([
    createTestAccount(fleet.databaseUrl, { credits: 10_000, rate: "none" }),
    createTestAccount(fleet.databaseUrl, { credits: 1_000, rate: "none" }),
  ]);
  // Longer than the delay, so that streams are open when the listener closes.
  const everyInMs = (drainDelayInMs + 1_000) / words;
  fleet.model.follow({ kind: "answer", text: "word ".repeat(words), everyInMs });
  const collectionId = await queueCollection(proxy.baseUrl, collector.key, { amount: imageCount });
  const startedAt = performance.now();
  const load = startSteadyLoad(proxy.baseUrl, key, { promptsPerSecond: 10, streamsPerSecond: 4 });
  const stops: number[] = [];
  for (let round = 0; round < rounds; round++) {
    stops.push(await restartApi(0, proxy));
    expect(await worker.stop()).toBe(0);
    worker = await startWorker();
    stops.push(await restartApi(1, proxy));
  }
  await load.finish();
  const retries = await proxy.readMetric("haproxy_backend_redispatch_warnings_total", 'proxy="api"');
  const elapsedInSeconds = (performance.now() - startedAt) / 1000;
  report(
    `${rounds} rolling restarts in ${elapsedInSeconds.toFixed(1)} s: ${load.requestIds.length} paid calls, ` +
      `${load.streams} of them streams, ${load.failures.length} failed, ${retries} connections retried; ` +
      `an API took up to ${(Math.max(...stops) / 1000).toFixed(1)} s to stop, ${drainDelayInMs / 1000} s of it the delay`,
  );
  expect(load.failures).toEqual([]);
  // HAProxy hides refused connections by retrying. With the delay it has noticed before the port closes.
  expect(retries).toBe(0);
  expect(load.streams).toBeGreaterThan(50);
  await waitForCollection(proxy.baseUrl, collector.key, collectionId);
  await waitUntilNothingHeld(fleet.databaseUrl, 5_000);
  await assertCapturedOnce(fleet.databaseUrl, accountId, load.requestIds);
});

async function waitForCollection(baseUrl: string, key: string, collectionId: string): Promise<void> {
  const whole = { status: "completed", made: imageCount, failed: 0 };
  await vi.waitFor(async () => expect(await findProgress(baseUrl, key, collectionId)).toMatchObject(whole), {
    timeout: 60_000,
    interval: 200,
  });
}
