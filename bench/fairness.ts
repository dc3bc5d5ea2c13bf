import { setTimeout as sleep } from "node:timers/promises";
import { startPostgres } from "@mintwright/test-harness";
import { sql } from "kysely";
import { instantGenerator } from "../apps/server/src/features/collections/__fixtures__/queued-collections.ts";
import {
  type ClaimImages,
  claimImages,
} from "../apps/server/src/features/collections/image-claims.repository.ts";
import { createCollectionSite, fillQueue, startBenchWorker } from "./collection-site.ts";
import { startCpuClock } from "./cpu-clock.ts";
import { median, percentile, printFigure, printRounds } from "./measure.ts";

// One account has thousands of images queued; another queues a single image again and again. Measures how long the
// single images wait and the images per second, with start-time fairness and with first come, first served, in
// alternating rounds.

const places = 8;
const imageInMs = 10;
const queued = Number(process.env.BENCH_QUEUED ?? 3_000);
const quietImages = 20;
const rounds = Number(process.env.BENCH_ROUNDS ?? 5);

const server = await startPostgres({ shared_buffers: "256MB" });
const site = await createCollectionSite(server.url, 2);
const readCpuTime = await startCpuClock(server.url, [process.pid]);
const [, quietAccount] = await site.database.query<{ account_id: string }>(
  "select account_id from account order by email",
);
const quiet = quietAccount?.account_id ?? "";

try {
  const figures = { fair: newFigures(), firstCome: newFigures() };
  for (let round = 0; round < rounds; round++) {
    await run(claimImages, figures.fair);
    await run(claimFirstCome, figures.firstCome);
  }
  printRounds("fair turns", figures.fair.perSecond, "images/s");
  printRounds("first come, first served", figures.firstCome.perSecond, "images/s");
  printRounds("cpu", figures.fair.cpuInMs, "ms an image");
  printRounds("wait of the quiet account, p95, fair", figures.fair.p95InMs, "ms");
  printRounds("wait of the quiet account, p95, first come", figures.firstCome.p95InMs, "ms");
  const over = (read: (figure: ReturnType<typeof newFigures>) => number[]) =>
    median(read(figures.fair).map((value, index) => value / (read(figures.firstCome)[index] ?? Number.NaN)));
  printFigure(
    "fairness.throughput_over_first_come",
    over((figure) => figure.perSecond),
    ">= 0.85",
  );
  printFigure(
    "fairness.quiet_p95_wait_over_first_come",
    over((figure) => figure.p95InMs),
    "<= 0.2",
  );
} finally {
  await site.close();
  server.stop();
}

function newFigures() {
  return { perSecond: [] as number[], p95InMs: [] as number[], cpuInMs: [] as number[] };
}

async function run(claim: ClaimImages, figures: ReturnType<typeof newFigures>): Promise<void> {
  await fillQueue(site, queued);
  await site.database.query("delete from collection where account_id = $1", [quiet]);
  await site.database.query("delete from account_turn where account_id = $1", [quiet]);
  const queuedAt = new Map<number, number>();
  const waitsInMs: number[] = [];
  let made = 0;
  const all = Promise.withResolvers<void>();
  const startedAt = performance.now();
  const cpuBefore = readCpuTime();
  const worker = await startBenchWorker(site, places, {
    claim,
    images: {
      async generateFile(request) {
        const since = queuedAt.get(request.seed);
        if (since !== undefined) waitsInMs.push(performance.now() - since);
        await sleep(imageInMs);
        if (++made === queued + quietImages) all.resolve();
        return instantGenerator.generateFile(request);
      },
    },
  });
  for (let index = 0; index < quietImages; index++) {
    const seed = 1_000_000 + index;
    queuedAt.set(seed, performance.now());
    await queueOne(seed);
    await sleep(50);
  }
  await all.promise;
  figures.perSecond.push((queued + quietImages) / ((performance.now() - startedAt) / 1000));
  figures.cpuInMs.push((readCpuTime() - cpuBefore) / (queued + quietImages));
  figures.p95InMs.push(percentile(waitsInMs, 0.95));
  await worker.stop();
}

async function queueOne(seed: number): Promise<void> {
  await sql`
    with joined as (select join_line(${quiet}::uuid, 'velogen')),
    queued as (
      insert into collection (account_id, collection_id, key_id, amount, price_each, hold_id, request, model, seed, chain_id,
        wallet_address, planned)
      select ${quiet}::uuid, gen_random_uuid(), ${quiet}::uuid, 1, 100, ${quiet}::uuid,
        '{"prompt":"a fox","model":"velogen","width":512,"height":512}', 'velogen', 7, 1, '0x', 1 from joined
      returning account_id, collection_id
    )
    insert into collection_image (account_id, collection_id, number, seed, traits)
    select account_id, collection_id, 1, ${seed}::bigint, '[]' from queued`.execute(site.connection);
}

/** First come, first served: all images of the earliest collection first, without fairness or limits. */
async function claimFirstComeRows(request: Parameters<ClaimImages>[1]) {
  const { rows } = await sql<{
    account_id: string;
    collection_id: string;
    number: number;
    fence: number;
    seed: number;
  }>`
    with oldest as (
      select c.account_id, c.collection_id, c.next_number, least(c.planned - c.next_number + 1, ${request.slots}::integer) as share
      from collection c
      where c.model = 'velogen' and c.state in ('queued', 'processing') and c.next_number <= c.planned
      order by c.created_at limit 1 for no key update
    ),
    moved as (
      update collection c set next_number = c.next_number + o.share, state = 'processing' from oldest o
      where c.account_id = o.account_id and c.collection_id = o.collection_id
    ),
    claimed as (
      insert into image_claim (account_id, collection_id, number, fence, process_id, model)
      select o.account_id, o.collection_id, n, nextval('image_fence'), ${request.processId}::uuid, 'velogen'
      from oldest o cross join lateral generate_series(o.next_number, o.next_number + o.share - 1) n
      returning account_id, collection_id, number, fence
    )
    select k.*, i.seed from claimed k
    join collection_image i using (account_id, collection_id, number)`.execute(site.connection);
  return rows;
}

async function claimFirstCome(...[, request]: Parameters<ClaimImages>): ReturnType<ClaimImages> {
  return (await claimFirstComeRows(request)).map((row) => ({
    accountId: row.account_id,
    collectionId: row.collection_id,
    number: row.number,
    fence: row.fence,
    seed: row.seed,
    traits: [],
    failures: 0,
    losses: 0,
    model: "velogen",
    isProbe: false,
  }));
}
