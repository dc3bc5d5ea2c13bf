import {
  askMintwright,
  createTestAccount,
  type PostgresServer,
  type PostgresStandby,
  type RunningProcess,
  startPostgres,
  startStandby,
  type TestAccount,
} from "@mintwright/test-harness";
import { afterAll, beforeAll, expect, it, vi } from "vitest";
import { createFleet, type Fleet } from "./fleet.ts";
import { callEnhancePrompt } from "./prompt-call.ts";
import { query } from "./query.ts";
import { report } from "./report.ts";

interface LedgerPage {
  entries: { id: string; kind: string; requestId: string }[];
  nextCursor: string | null;
}

let postgres: PostgresServer;
let standby: PostgresStandby;
let fleet: Fleet;
let apis: RunningProcess[];
let account: TestAccount;
let readUrl: string;

beforeAll(async () => {
  postgres = await startPostgres();
  standby = await startStandby(postgres.url, "reads");
  fleet = await createFleet({ serverUrl: postgres.url });
  readUrl = new URL(new URL(fleet.databaseUrl).pathname, standby.url).href;
  apis = [];
  for (let count = 0; count < 2; count++)
    apis.push(await fleet.start("api", {}, {}, { DATABASE_READ_URL: readUrl }));
  await fleet.start("worker");
  account = await createTestAccount(fleet.databaseUrl, { credits: 10_000, rate: "none" });
});

afterAll(async () => {
  try {
    await fleet?.close();
  } finally {
    await standby?.stop().catch(() => {});
    postgres?.stop();
  }
});

const chooseApi = (turn: number) => apis[turn % apis.length] as RunningProcess;

async function readLedger(api: RunningProcess, search: string): Promise<LedgerPage> {
  const response = await fetch(`${api.baseUrl}/credits/ledger?${search}`, {
    headers: { authorization: `Bearer ${account.key}` },
  });
  expect(response.status).toBe(200);
  return ((await response.json()) as { data: LedgerPage }).data;
}

/** Calls one process and looks the charge up in the other at once. Returns how long the look took. */
async function callAndLook(turn: number): Promise<number> {
  const requestId = crypto.randomUUID();
  const { status } = await callEnhancePrompt(chooseApi(turn).baseUrl, account.key, "a fox", { requestId });
  expect(status).toBe(200);
  const startedAt = performance.now();
  const { entries } = await readLedger(chooseApi(turn + 1), `requestId=${requestId}&limit=10`);
  expect(entries.map(({ kind }) => kind).sort()).toEqual(["capture", "hold"]);
  return performance.now() - startedAt;
}

async function countReads(source: "replica" | "primary"): Promise<number> {
  let count = 0;
  for (const { metricsUrl } of apis) {
    const text = await (await fetch(metricsUrl)).text();
    count += Number(
      new RegExp(`^mintwright_database_reads_total\\{source="${source}"\\} (\\d+)`, "m").exec(text)?.[1] ?? 0,
    );
  }
  return count;
}

/** Reads the whole ledger page by page from changing processes while calls go on: no entry may be left out. */
async function readAllPages(): Promise<number> {
  let isCalling = true;
  const calling = (async () => {
    for (let turn = 0; isCalling; turn++)
      await callEnhancePrompt(chooseApi(turn).baseUrl, account.key, "a fox");
  })();
  const seen: number[] = [];
  let page = await readLedger(chooseApi(0), "limit=7");
  for (let turn = 1; ; turn++) {
    seen.push(...page.entries.map(({ id }) => Number(id)));
    if (!page.nextCursor) break;
    page = await readLedger(chooseApi(turn), `limit=7&cursor=${encodeURIComponent(page.nextCursor)}`);
  }
  isCalling = false;
  await calling;
  const stored = await query<{ id: number }>(
    fleet.databaseUrl,
    "select entry_id::int as id from ledger_entry where account_id = $1 and entry_id <= $2 order by created_at desc, entry_id desc",
    [account.accountId, Math.max(...seen)],
  );
  expect(seen).toEqual(stored.map(({ id }) => id));
  return seen.length;
}

it("shows every charge in the next page of the ledger, also when the replica lags and dies", {
  timeout: 120_000,
}, async () => {
  const environment = { DATABASE_URL: fleet.databaseUrl, DATABASE_READ_URL: readUrl };
  const findings = await askMintwright<{ part: string; message: string }[]>(["doctor"], environment);
  expect(findings.find(({ part }) => part === "read replica")?.message).toMatch(
    /^\d+ bytes of the write-ahead log behind$/,
  );
  for (let turn = 0; turn < 25; turn++) await callAndLook(turn);
  const fromReplica = await countReads("replica");
  expect(fromReplica).toBeGreaterThan(0);
  const entries = await readAllPages();

  await query(standby.url, "select pg_wal_replay_pause()");
  const lagging: number[] = [];
  for (let turn = 0; turn < 25; turn++) lagging.push(await callAndLook(turn));
  await query(standby.url, "select pg_wal_replay_resume()");
  const before = await countReads("replica");
  await vi.waitFor(
    async () => {
      // Without a call before it: right after one the replica may still be behind, and is then left alone for a while.
      await readLedger(chooseApi(0), "limit=1");
      expect(await countReads("replica")).toBeGreaterThan(before);
    },
    { timeout: 40_000, interval: 500 },
  );

  await standby.stop();
  const dead: number[] = [];
  for (let turn = 0; turn < 25; turn++) dead.push(await callAndLook(turn));
  report(
    `read replica: ${fromReplica} of 25 pages after a call came from the replica, ${entries} entries read page by page; ` +
      `slowest page ${Math.max(...lagging).toFixed(0)} ms while it lagged, ${Math.max(...dead).toFixed(0)} ms when it died`,
  );
  expect(Math.max(...lagging, ...dead)).toBeLessThan(4_000);
});
