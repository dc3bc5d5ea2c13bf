import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import {
  createDatabase,
  createTestAccount,
  findProgress,
  queueCollection,
  startInstantImageServer,
  startPostgres,
  startProcess,
} from "@mintwright/test-harness";
import { median, percentile, printFigure, printRounds } from "./measure.ts";

// How long it takes to read the progress while a collection is generated and 200 clients poll every second. The health
// check, which uses no database, is timed in the same seconds and measures the machine itself. BENCH_IMAGES and
// BENCH_ROUNDS set a short run.

const images = Number(process.env.BENCH_IMAGES ?? 2_000);
const rounds = Number(process.env.BENCH_ROUNDS ?? 5);
const clients = 200;
const everyInMs = 1_000;
const maxConcurrent = 8;
const imageInMs = 50;

const postgres = await startPostgres();
const database = await createDatabase(postgres.url);
const imageServer = await startInstantImageServer();
imageServer.imageInMs = imageInMs;
const folder = mkdtempSync(join(tmpdir(), "mintwright-progress-"));
const config = join(folder, "mintwright.yaml");
// JSON is YAML, so no writer is needed.
writeFileSync(
  config,
  JSON.stringify({
    engines: { "image-server": { type: "sd-web", baseUrl: imageServer.baseUrl, maxConcurrent } },
    models: { velogen: "image-server" },
  }),
);
const environment = {
  DATABASE_URL: database.url,
  MINTWRIGHT_CONFIG: config,
  STORAGE_DIRECTORY: join(folder, "storage"),
};
const api = await startProcess("api", environment);
const worker = await startProcess("worker", environment);

try {
  const { key } = await createTestAccount(database.url, { credits: images * rounds, rate: "none" });
  const figures = { progress: [] as number[], health: [] as number[], perSecond: [] as number[] };
  for (let round = 0; round < rounds; round++) {
    const startedAt = performance.now();
    const collectionId = await queueCollection(api.baseUrl, key, { amount: images });
    const { progressInMs, healthInMs } = await poll(key, collectionId);
    figures.progress.push(percentile(progressInMs, 0.95));
    figures.health.push(percentile(healthInMs, 0.95));
    figures.perSecond.push(images / ((performance.now() - startedAt) / 1000));
  }
  printRounds("images made meanwhile", figures.perSecond, "images/s");
  printRounds("health check, p95", figures.health, "ms");
  printRounds(`progress, ${clients} clients, p95`, figures.progress, "ms");
  printFigure("progress.p95_in_ms", median(figures.progress), "<= 50");
} finally {
  await api.stop();
  await worker.stop();
  await imageServer.stop();
  await database.drop();
  postgres.stop();
  rmSync(folder, { recursive: true });
}

async function poll(key: string, collectionId: string) {
  const progressInMs: number[] = [];
  const healthInMs: number[] = [];
  let isDone = false;

  async function ask(index: number): Promise<void> {
    await sleep((index * everyInMs) / clients);
    while (!isDone) {
      const startedAt = performance.now();
      const progress = await findProgress(api.baseUrl, key, collectionId);
      const tookInMs = performance.now() - startedAt;
      if (progress?.status === "completed") isDone = true;
      else progressInMs.push(tookInMs);
      await sleep(Math.max(0, everyInMs - tookInMs));
    }
  }

  async function askHealth(): Promise<void> {
    while (!isDone) {
      const startedAt = performance.now();
      await (await fetch(`${api.baseUrl}/health/live`)).text();
      healthInMs.push(performance.now() - startedAt);
      await sleep(50);
    }
  }

  await Promise.all([askHealth(), ...Array.from({ length: clients }, (_, index) => ask(index))]);
  return { progressInMs, healthInMs };
}
