import { setImmediate as nextTurn } from "node:timers/promises";
import { createDatabase, startPostgres } from "@mintwright/test-harness";
import { bulkhead, ConsecutiveBreaker, circuitBreaker, handleAll } from "cockatiel";
import { createEngineGuard } from "../apps/server/src/engines/engine-guard.ts";
import { ImageEngineError } from "../apps/server/src/engines/image/image-engine.ts";
import { createLeaseKeeper } from "../apps/server/src/engines/pool/index.ts";
import { connectDatabase } from "../apps/server/src/platform/database/database.ts";
import { migrateDatabase } from "../apps/server/src/platform/database/migrations.ts";
import { createLogger } from "../apps/server/src/platform/logging.ts";
import { registerProcess } from "../apps/server/src/platform/process-registry.ts";
import { createMetrics } from "../apps/server/src/platform/telemetry/metrics.ts";
import { median, percentile, printFigure, printRounds } from "./measure.ts";

// What a call pays for the pool: four servers with leased places, against a limiter and a breaker of one process alone, in
// turns. The call itself ends with the next turn of the event loop.

const rounds = 7;
const callsPerRound = 20_000;
const clients = 32;
const limit = 64;

const logger = createLogger("warn");
const postgres = await startPostgres();
const { url } = await createDatabase(postgres.url);
await migrateDatabase(url, { logger });
const database = connectDatabase({
  url,
  poolSize: 2,
  applicationName: "bench",
  onConnectionError: (error) => logger.warn({ error }, "database connection lost"),
});
const self = await registerProcess(database, "api", logger);
const places = createLeaseKeeper({ database, processId: self.processId, instance: undefined, logger });

type Call = (work: () => Promise<unknown>) => Promise<unknown>;
const { signal } = new AbortController();
const guard = createEngineGuard(
  {
    engineName: "gpu",
    errorClass: ImageEngineError,
    serverTitle: "server",
    timeoutInMs: 60_000,
    timesWait: true,
    maxQueued: 4 * limit,
    retries: 2,
    movesFromSlow: true,
    failuresThatOpen: 8,
    waitsForProbe: true,
    busyRetryAfterInSeconds: 1,
  },
  ["a", "b", "c", "d"].map((server) => ({
    engine: server,
    places: places.open({ server, limit, longestCallInMs: 60_000 }),
    weight: 1,
  })),
  createMetrics(),
);
const limiter = bulkhead(4 * limit, 4 * limit);
const breaker = circuitBreaker(handleAll, { halfOpenAfter: 10_000, breaker: new ConsecutiveBreaker(8) });

const throughPool: Call = (work) => guard(signal, work);
const throughLimiter: Call = (work) => limiter.execute(() => breaker.execute(work));

/** Times of single calls in milliseconds, from the call to its answer, without the work itself. */
async function measure(call: Call): Promise<number[]> {
  const times: number[] = [];
  const client = async () => {
    while (times.length < callsPerRound) {
      let workInMs = 0;
      const startedAt = performance.now();
      await call(async () => {
        const workedFrom = performance.now();
        await nextTurn();
        workInMs = performance.now() - workedFrom;
      });
      times.push(performance.now() - startedAt - workInMs);
    }
  };
  await Promise.all(Array.from({ length: clients }, client));
  return times;
}

try {
  const of = {
    pool: { p50: [] as number[], p99: [] as number[] },
    limiter: { p50: [] as number[], p99: [] as number[] },
  };
  await measure(throughPool);
  await measure(throughLimiter);
  for (let round = 0; round < rounds; round++) {
    for (const [name, call] of [["pool", throughPool] as const, ["limiter", throughLimiter] as const]) {
      const times = await measure(call);
      of[name].p50.push(median(times));
      of[name].p99.push(percentile(times, 0.99));
    }
  }
  printRounds("pool of four servers, p50", of.pool.p50, "ms");
  printRounds("limiter of one process, p50", of.limiter.p50, "ms");
  printRounds("pool of four servers, p99", of.pool.p99, "ms");
  printRounds("limiter of one process, p99", of.limiter.p99, "ms");
  const added = (share: "p50" | "p99") =>
    median(of.pool[share].map((value, round) => value - (of.limiter[share][round] ?? Number.NaN)));
  printFigure("engine_pool.added_p50_ms", added("p50"), "< 0.5");
  printFigure("engine_pool.added_p99_ms", added("p99"), "< 0.5");
} finally {
  await places.stop();
  await self.stop();
  await database.destroy();
  await postgres.stop();
}
