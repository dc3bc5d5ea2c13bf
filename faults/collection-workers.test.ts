import { hash } from "node:crypto";
import { readdirSync, readFileSync } from "node:fs";
import { basename, join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import {
  createTestAccount,
  findProgress,
  type InstantImageServer,
  type PostgresServer,
  queueCollection,
  type RunningProcess,
  startInstantImageServer,
  startPostgres,
} from "@mintwright/test-harness";
import { afterAll, beforeAll, expect, it, vi } from "vitest";
import { readAmounts } from "./account-amounts.ts";
import { createFleet, type Fleet } from "./fleet.ts";
import { query } from "./query.ts";
import { report } from "./report.ts";

/** Images of all collections together; a multiple of 20. */
const images = Number(process.env.COLLECTION_FAULT_IMAGES ?? 300);
const maxConcurrent = 24;
/** How long the images would take if nothing went wrong: long enough that everything goes wrong meanwhile. */
const undisturbedInMs = 15_000;
const killEveryInMs = 5_000;
/** On a busy machine a worker takes longer to start than it lives: then it must end at some time. */
const mostKills = images / 50;
/** Longer than the 15 s of silence after which a worker's images are given to others. */
const pauseInMs = 18_000;
const traits = [
  {
    trait_type: "Hat",
    value: [
      { value: "crown", ratio: 20 },
      { value: "cap", ratio: 60 },
    ],
  },
];

let postgres: PostgresServer;
let imageServer: InstantImageServer;
let fleet: Fleet;
let api: RunningProcess;
let settings: Record<string, unknown>;
const workers: RunningProcess[] = [];

beforeAll(async () => {
  postgres = await startPostgres();
  imageServer = await startInstantImageServer();
  imageServer.imageInMs = Math.round((undisturbedInMs * maxConcurrent) / images);
  settings = {
    engines: { "image-server": { type: "sd-web", baseUrl: imageServer.baseUrl, maxConcurrent } },
    models: { velogen: "image-server" },
  };
  fleet = await createFleet({ serverUrl: postgres.url });
  api = await fleet.start("api", {}, settings);
  workers.push(...(await Promise.all([1, 2, 3].map(() => fleet.start("worker", {}, settings)))));
}, 180_000);

afterAll(async () => {
  try {
    await fleet?.close();
  } finally {
    await imageServer?.stop();
    postgres?.stop();
  }
});

/** Starts a worker in a place of the three, again and again as a supervisor does while the database is away. */
async function replaceWorker(place: number): Promise<void> {
  for (;;) {
    const started = await fleet.start("worker", {}, settings).catch(() => undefined);
    if (started) workers[place] = started;
    if (started) return;
  }
}

/** Everything that goes wrong, until it is told that the collections have ended. */
async function disturb(ended: AbortSignal) {
  const counts = { kills: 0, outages: 0, pauses: 0 };
  const wait = (inMs: number) => sleep(inMs, undefined, { signal: ended }).catch(() => {});
  const isPaused = new Set<RunningProcess>();

  async function killWorkers(): Promise<void> {
    const replacing: Promise<void>[] = [];
    for (let turn = 0; ; turn++) {
      await wait(killEveryInMs);
      if (ended.aborted || counts.kills >= mostKills) break;
      const able = workers.filter((worker) => !isPaused.has(worker) && !worker.child.signalCode);
      const worker = able[turn % able.length];
      if (!worker) continue;
      await worker.kill();
      counts.kills++;
      replacing.push(replaceWorker(workers.indexOf(worker)));
    }
    await Promise.all(replacing);
  }

  async function stopDatabase(): Promise<void> {
    for (const afterInMs of [7_000, 6_000]) {
      await wait(afterInMs);
      if (ended.aborted) return;
      await postgres.restart(1_000);
      counts.outages++;
    }
  }

  async function pauseWorker(): Promise<void> {
    await wait(2_000);
    const worker = workers[2] as RunningProcess;
    isPaused.add(worker);
    worker.child.kill("SIGSTOP");
    await sleep(pauseInMs);
    worker.child.kill("SIGCONT");
    counts.pauses++;
    isPaused.delete(worker);
  }

  await Promise.all([killWorkers(), stopDatabase(), pauseWorker()]);
  return counts;
}

function listFiles(): string[] {
  return readdirSync(join(fleet.storageDirectory, "collections"), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name));
}

interface ImageRow {
  account_id: string;
  number: number;
  state: string;
  hat: string | null;
  object: string;
}

it("makes every image once though workers are killed and paused and the database dies", {
  timeout: 400_000,
}, async () => {
  const each = images / 2;
  const startedAt = performance.now();
  const accounts = await Promise.all(
    [1, 2].map(() => createTestAccount(fleet.databaseUrl, { credits: each + 10, rate: "none" })),
  );
  const collections = await Promise.all(
    accounts.map(async ({ key }) => ({
      key,
      collectionId: await queueCollection(api.baseUrl, key, { amount: each, traits, seed: 7 }),
    })),
  );
  const ended = new AbortController();
  const disturbing = disturb(ended.signal);
  try {
    await vi.waitFor(
      async () => {
        for (const { key, collectionId } of collections) {
          expect(await findProgress(api.baseUrl, key, collectionId)).toMatchObject({
            status: "completed",
            made: each,
            failed: 0,
          });
        }
      },
      { timeout: 300_000, interval: 500 },
    );
  } finally {
    ended.abort();
  }
  const seconds = (performance.now() - startedAt) / 1000;
  const counts = await disturbing;

  for (const { accountId } of accounts) {
    expect(await readAmounts(fleet.databaseUrl, accountId)).toEqual({
      granted: (each + 10) * 100,
      balance: 1_000,
      held: 0,
      spent: each * 100,
    });
  }
  const rows = await query<ImageRow>(
    fleet.databaseUrl,
    `select account_id, number, state, traits -> 0 ->> 'value' as hat, object from collection_image order by account_id, number`,
  );
  for (const { accountId } of accounts) {
    const own = rows.filter((row) => row.account_id === accountId);
    expect(own.map(({ number, state }) => `${number} ${state}`)).toEqual(
      Array.from({ length: each }, (_, index) => `${index + 1} made`),
    );
    const count = (value: string | null) => own.filter(({ hat }) => hat === value).length;
    expect([count("crown"), count("cap"), count(null)]).toEqual([each * 0.2, each * 0.6, each * 0.2]);
  }

  // Files that a worker could not hand in are removed when their collection has ended.
  const expected = rows.map(({ object }) => join(fleet.storageDirectory, object)).sort();
  await vi.waitFor(() => expect(listFiles().sort()).toEqual(expected), { timeout: 30_000, interval: 500 });
  for (const path of expected) expect(basename(path)).toContain(hash("sha256", readFileSync(path), "hex"));
  report(
    `${images} images over 3 workers in ${seconds.toFixed(1)} s: ${counts.kills} workers killed, database away ` +
      `${counts.outages} times, ${counts.pauses} worker paused for ${pauseInMs / 1000} s; ` +
      `${imageServer.begun.length} images generated, ${expected.length} files, each image once`,
  );
  expect(counts).toMatchObject({ outages: 2, pauses: 1 });
  expect(counts.kills).toBeGreaterThanOrEqual(3);
});
