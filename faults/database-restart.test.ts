import { setTimeout as sleep } from "node:timers/promises";
import {
  createTestAccount,
  type PostgresServer,
  type RunningProcess,
  startPostgres,
} from "@mintwright/test-harness";
import { afterAll, beforeAll, expect, it, vi } from "vitest";
import { waitUntilNothingHeld } from "./account-amounts.ts";
import { assertChargedOnce } from "./charged-once.ts";
import { createFleet, type Fleet } from "./fleet.ts";
import { query } from "./query.ts";
import { report } from "./report.ts";
import { startRetryingLoad } from "./retrying-load.ts";

const outageInMs = 3_000;

let postgres: PostgresServer;
let fleet: Fleet;
let apis: RunningProcess[];

beforeAll(async () => {
  postgres = await startPostgres();
  fleet = await createFleet({ serverUrl: postgres.url });
  apis = [await fleet.start("api"), await fleet.start("api")];
  await fleet.start("worker");
});

afterAll(async () => {
  try {
    await fleet?.close();
  } finally {
    postgres?.stop();
  }
});

it("survives a database that dies and comes back, without losing or inventing a charge", {
  timeout: 180_000,
}, async () => {
  const { accountId, key } = await createTestAccount(fleet.databaseUrl, { credits: 10_000, rate: "none" });
  fleet.model.follow({ kind: "answer", delayInMs: 250 });
  const load = startRetryingLoad({
    key,
    requestsPerSecond: 20,
    patienceInMs: 60_000,
    listBaseUrls: () => apis.map(({ baseUrl }) => baseUrl),
  });
  await sleep(2_000);
  const { unavailable: unavailableBefore } = load.figures;
  const restarting = postgres.restart(outageInMs);
  const untilReadiness = (status: number) =>
    vi.waitFor(
      async () => {
        for (const { baseUrl } of apis) expect((await fetch(`${baseUrl}/health/ready`)).status).toBe(status);
      },
      { timeout: 20_000 },
    );
  await untilReadiness(503);
  await restarting;
  const backAt = performance.now();
  await untilReadiness(200);
  await sleep(3_000);
  await load.finish();
  await waitUntilNothingHeld(fleet.databaseUrl, 60_000);
  const settledInSeconds = (performance.now() - backAt) / 1000;
  const { figures } = load;
  report(
    `database away for ${outageInMs / 1000} s: ${figures.requests} requests, ${figures.unavailable} times 503, ` +
      `${figures.inUse} times 409, ${figures.replays} replays, slowest ${(figures.slowestInMs / 1000).toFixed(1)} s, ` +
      `nothing held ${settledInSeconds.toFixed(1)} s after it was back`,
  );
  expect(unavailableBefore).toBe(0);
  expect(figures.unavailable).toBeGreaterThan(10);
  expect(figures.brokenConnections).toBe(0);
  await assertChargedOnce(fleet.databaseUrl, accountId, load);
});

it("has every page of news that was answered in the ledger after power cuts, once, and no other", {
  timeout: 120_000,
}, async () => {
  const { accountId, key } = await createTestAccount(fleet.databaseUrl, { credits: 100_000, rate: "none" });
  await query(
    fleet.databaseUrl,
    `insert into news_article (published_at, category_id, network_id, title, description, url, words)
     select now() - interval '1 minute', 5, 46, 'Article ' || n, '', 'https://outlet.example/' || n, '' from generate_series(1, 10) as n`,
  );
  const answered: string[] = [];
  let [asked, cuts, isOver] = [0, 0, false];
  const read = async (reader: number) => {
    while (!isOver) {
      const requestId = `news-${reader}-${asked++}`;
      const headers = { authorization: `Bearer ${key}`, "x-request-id": requestId };
      const api = apis[reader % apis.length] as RunningProcess;
      const status = await fetch(`${api.baseUrl}/news`, { headers }).then(
        async (response) => (await response.text()) && response.status,
        () => 0,
      );
      if (status === 200) answered.push(requestId);
      else await sleep(50);
    }
  };
  const readers = Array.from({ length: 8 }, (_, reader) => read(reader));
  for (; cuts < 4; cuts++) {
    const before = answered.length;
    await vi.waitFor(() => expect(answered.length).toBeGreaterThan(before + 50), { timeout: 20_000 });
    await postgres.restart();
  }
  isOver = true;
  await Promise.all(readers);
  await waitUntilNothingHeld(fleet.databaseUrl, 60_000);
  const captured = await query<{ request_id: string }>(
    fleet.databaseUrl,
    "select request_id from ledger_entry where account_id = $1 and kind = 'capture'",
    [accountId],
  );
  const charged = captured.map(({ request_id }) => request_id);
  report(
    `news over ${cuts} power cuts: ${answered.length} of ${asked} pages answered, ${charged.length} charged`,
  );
  expect(new Set(charged).size).toBe(charged.length);
  expect(answered.filter((requestId) => !charged.includes(requestId))).toEqual([]);
  expect(charged.filter((requestId) => !answered.includes(requestId))).toEqual([]);
});
