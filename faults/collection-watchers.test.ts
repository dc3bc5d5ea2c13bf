import { setTimeout as sleep } from "node:timers/promises";
import {
  createTestAccount,
  type InstantImageServer,
  queueCollection,
  type RunningProcess,
  startInstantImageServer,
} from "@mintwright/test-harness";
import { afterAll, beforeAll, expect, it } from "vitest";
import { createFleet, type Fleet } from "./fleet.ts";
import { query } from "./query.ts";
import { report } from "./report.ts";

const watchers = 500;
const images = 40;
const windowInMs = 6_000;
/** A connection that falls idle reports its last transactions to the statistics of PostgreSQL up to 10 s later. */
const reportedAfterInMs = 11_000;

let imageServer: InstantImageServer;
let fleet: Fleet;
let api: RunningProcess;
let settings: Record<string, unknown>;

beforeAll(async () => {
  imageServer = await startInstantImageServer();
  settings = {
    engines: { "image-server": { type: "sd-web", baseUrl: imageServer.baseUrl, maxConcurrent: 4 } },
    models: { velogen: "image-server" },
    limits: { account: { streams: watchers } },
  };
  fleet = await createFleet();
  api = await fleet.start("api", {}, settings);
}, 120_000);

afterAll(async () => {
  await fleet?.close();
  await imageServer?.stop();
});

/** Transactions of this database that were reported to the statistics. */
async function countTransactions(): Promise<number> {
  const [row] = await query<{ count: number }>(
    fleet.databaseUrl,
    `select (xact_commit + xact_rollback)::int as count from pg_stat_database where datname = current_database()`,
  );
  return row?.count ?? 0;
}

async function countPerSecond(): Promise<number> {
  await sleep(reportedAfterInMs);
  const before = await countTransactions();
  const startedAt = performance.now();
  await sleep(windowInMs);
  const counted = (await countTransactions()) - before;
  return counted / ((performance.now() - startedAt) / 1000);
}

interface Watching {
  images: Set<number>;
  lastStatus: string | undefined;
  ended: Promise<void>;
}

/** Watches until the server ends the stream. */
async function watch(key: string, collectionId: string): Promise<Watching> {
  const response = await fetch(`${api.baseUrl}/nft/progress/${collectionId}/events`, {
    headers: { authorization: `Bearer ${key}` },
  });
  expect(response.status).toBe(200);
  const watching: Watching = { images: new Set(), lastStatus: undefined, ended: Promise.resolve() };
  watching.ended = (async () => {
    let rest = "";
    for await (const bytes of response.body as ReadableStream<Uint8Array>) {
      const blocks = (rest + Buffer.from(bytes).toString()).split("\n\n");
      rest = blocks.pop() ?? "";
      for (const block of blocks) {
        const data = /^data: (.*)$/m.exec(block)?.[1];
        if (!data) continue;
        const told = JSON.parse(data) as { number?: number; status?: string };
        if (told.number !== undefined) watching.images.add(told.number);
        else watching.lastStatus = told.status;
      }
    }
  })();
  return watching;
}

it(`answers ${watchers} watchers of a collection with the queries of one`, { timeout: 120_000 }, async () => {
  const { key } = await createTestAccount(fleet.databaseUrl, { credits: images, rate: "none" });
  const collectionId = await queueCollection(api.baseUrl, key, { amount: images });
  const first = await watch(key, collectionId);
  const withOne = await countPerSecond();
  const others = await Promise.all(Array.from({ length: watchers - 1 }, () => watch(key, collectionId)));
  const withAll = await countPerSecond();

  await fleet.start("worker", {}, settings);
  const all = [first, ...others];
  await Promise.all(all.map(({ ended }) => ended));
  report(
    `watchers: ${withOne.toFixed(1)} transactions a second with one, ${withAll.toFixed(1)} with ${watchers}; ` +
      `each was told all ${images} images`,
  );
  // Two looks a second, a sign of life and the queue's own.
  expect(withOne).toBeGreaterThan(1);
  expect(withAll).toBeLessThan(withOne + 5);
  for (const { images: seen, lastStatus } of all) {
    expect(seen.size).toBe(images);
    expect(lastStatus).toBe("completed");
  }
});
