import { randomUUID } from "node:crypto";
import { sql } from "kysely";
import { afterAll, beforeAll, expect, it, vi } from "vitest";
import { createEngineGuard } from "../engines/engine-guard.ts";
import { ImageEngineError } from "../engines/image/image-engine.ts";
import { createOwnPlaces } from "../engines/pool/index.ts";
import { createAdmissionService } from "../features/admission/index.ts";
import { type ClonedDatabase, cloneDatabase } from "../platform/__fixtures__/cloned-database.ts";
import { connectDatabase } from "../platform/database/database.ts";
import { createMetrics } from "../platform/telemetry/metrics.ts";

const metrics = createMetrics();
let clone: ClonedDatabase;

beforeAll(async () => {
  clone = await cloneDatabase();
});

afterAll(() => clone.close());

async function read(name: string): Promise<number> {
  const lines = (await metrics.registry.metrics()).split("\n");
  return Number(
    lines
      .find((line) => line.startsWith(`${name} `))
      ?.split(" ")
      .at(-1),
  );
}

it("counts who waits for a database connection", async () => {
  const database = connectDatabase({
    url: clone.url,
    poolSize: 1,
    applicationName: "test",
    onConnectionError() {},
    onPool: metrics.databasePool.watch,
  });
  const end = Promise.withResolvers<void>();
  const first = database.connection().execute(() => end.promise);
  const others = [1, 2].map(() => sql`select 1`.execute(database));
  await vi.waitFor(async () => expect(await read("mintwright_pool_waiting")).toBe(2), 20_000);
  expect(await read('mintwright_pool_connections{state="busy"}')).toBe(1);
  end.resolve();
  await Promise.all([first, ...others]);
  expect(await read("mintwright_pool_waiting")).toBe(0);
  expect(await read('mintwright_pool_connections{state="idle"}')).toBe(1);
  await database.destroy();
});

it("counts admission batches that the database refuses, from 0", async () => {
  expect(await read('mintwright_batch_failures_total{batch="admission"}')).toBe(0);
  const admission = createAdmissionService({ database: clone.database, processId: "no uuid", metrics });
  const request = { key: randomUUID(), price: 1, operation: "test", requestId: "r", deadlineInMs: 1_000 };
  await expect(admission.admit(request)).rejects.toThrow("invalid input syntax");
  expect(await read('mintwright_batch_failures_total{batch="admission"}')).toBe(1);
  expect(await read('mintwright_batch_failures_total{batch="settlement"}')).toBe(0);
});

it("counts what an engine works on and what waits for it", async () => {
  const options = { engineName: "gpu", serverTitle: "server", timeoutInMs: 10_000, timesWait: true };
  const more = {
    maxQueued: 5,
    retries: 0,
    movesFromSlow: false,
    failuresThatOpen: 8,
    waitsForProbe: true,
    busyRetryAfterInSeconds: 1,
  };
  const places = createOwnPlaces({ server: "gpu-1", limit: 2 });
  const guard = createEngineGuard(
    { ...options, ...more, errorClass: ImageEngineError },
    [{ engine: "adapter", places, weight: 1 }],
    metrics,
  );
  const end = Promise.withResolvers<void>();
  const calls = [1, 2, 3, 4, 5].map(() => guard(new AbortController().signal, () => end.promise));
  await vi.waitFor(async () => expect(await read('mintwright_engine_waiting{engine="gpu"}')).toBe(3), 20_000);
  expect(await read('mintwright_engine_running{engine="gpu"}')).toBe(2);
  const ofServer = '{engine="gpu",server="gpu-1"}';
  expect(await read(`mintwright_engine_server_running${ofServer}`)).toBe(2);
  expect(await read(`mintwright_engine_server_places${ofServer}`)).toBe(2);
  end.resolve();
  await Promise.all(calls);
  await vi.waitFor(async () => expect(await read('mintwright_engine_running{engine="gpu"}')).toBe(0), 20_000);
  expect(await read('mintwright_engine_waiting{engine="gpu"}')).toBe(0);
  expect(await read('mintwright_engine_wait_seconds_count{engine="gpu"}')).toBe(5);
});
