import { startPostgres } from "@mintwright/test-harness";
import { fromKysely, PgBoss } from "pg-boss";
import { instantGenerator } from "../apps/server/src/features/collections/__fixtures__/queued-collections.ts";
import { type CollectionSite, createCollectionSite, fillQueue, startBenchWorker } from "./collection-site.ts";
import { startCpuClock } from "./cpu-clock.ts";
import { median, print, printFigure, printRounds } from "./measure.ts";

// Images a second through the whole pipeline (claim, file, row, capture) with an engine that answers at once, against
// bare pg-boss that fetches and completes empty jobs: same database server, same concurrency, in turns. Then the same
// pipeline with a million images queued.

const concurrency = 64;
const rounds = Number(process.env.BENCH_ROUNDS ?? 5);
const imagesPerRound = Number(process.env.BENCH_IMAGES ?? 5_000);
const queuedFew = 10_000;
const queuedMany = Number(process.env.BENCH_QUEUED ?? 1_000_000);
const accounts = 100;

const server = await startPostgres({ shared_buffers: "512MB", max_wal_size: "4GB" });
const readCpuTime = await startCpuClock(server.url, [process.pid]);
const few = await createCollectionSite(server.url, accounts);
const many = await createCollectionSite(server.url, accounts);
const boss = new PgBoss({ db: fromKysely(few.connection), supervise: false, schedule: false });

try {
  await boss.start();
  await boss.createQueue("empty");
  print(`queueing ${queuedMany} images`);
  await fillQueue(many, queuedMany / accounts);
  const bare: number[] = [];
  const withFew: number[] = [];
  const cpuInMs: number[] = [];
  const withMany: number[] = [];
  for (let round = 0; round < rounds; round++) {
    await boss.deleteAllJobs("empty");
    for (let sent = 0; sent < queuedFew; sent += 1_000)
      await boss.insert(
        "empty",
        Array.from({ length: 1_000 }, () => ({ data: {} })),
      );
    await few.database.query("vacuum analyze");
    bare.push(await runBare());
    await fillQueue(few, queuedFew / accounts);
    withFew.push(await runPipeline(few, cpuInMs));
    withMany.push(await runPipeline(many));
  }
  printRounds(`bare pg-boss, ${queuedFew} queued`, bare, "jobs/s");
  printRounds(`pipeline, ${queuedFew} queued`, withFew, "images/s");
  printRounds(`pipeline, ${queuedMany} queued`, withMany, "images/s");
  printRounds("cpu", cpuInMs, "ms an image");
  const overBare = withFew.map((value, index) => value / (bare[index] ?? Number.NaN));
  const overFew = withMany.map((value, index) => value / (withFew[index] ?? Number.NaN));
  printFigure("pipeline.images_over_bare_jobs", median(overBare), ">= 0.5");
  printFigure("pipeline.million_over_ten_thousand_queued", median(overFew), ">= 0.8");
} finally {
  await boss.stop({ graceful: false });
  await few.close();
  await many.close();
  server.stop();
}

async function runBare(): Promise<number> {
  const startedAt = performance.now();
  for (let done = 0; done < imagesPerRound; ) {
    const jobs = await boss.fetch("empty", { batchSize: concurrency });
    await boss.complete(
      "empty",
      jobs.map(({ id }) => id),
    );
    done += jobs.length;
  }
  return imagesPerRound / ((performance.now() - startedAt) / 1000);
}

async function runPipeline(site: CollectionSite, cpuInMs: number[] = []): Promise<number> {
  const countMade = async () =>
    Number(
      (await site.database.query<{ count: string }>("select sum(spent) / 100 as count from account"))[0]
        ?.count,
    );
  const before = await countMade();
  const cpuBefore = readCpuTime();
  let generated = 0;
  const enough = Promise.withResolvers<void>();
  const startedAt = performance.now();
  const worker = await startBenchWorker(site, concurrency, {
    images: {
      generateFile(request) {
        if (++generated === imagesPerRound) enough.resolve();
        return instantGenerator.generateFile(request);
      },
    },
  });
  await enough.promise;
  await worker.stop();
  const seconds = (performance.now() - startedAt) / 1000;
  const made = (await countMade()) - before;
  cpuInMs.push((readCpuTime() - cpuBefore) / made);
  return made / seconds;
}
