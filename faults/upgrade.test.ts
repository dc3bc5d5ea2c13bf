import { execFile } from "node:child_process";
import { setTimeout as sleep } from "node:timers/promises";
import { promisify } from "node:util";
import {
  createTestAccount,
  findTool,
  mintwrightCommand,
  type RunningProcess,
  type TestAccount,
} from "@mintwright/test-harness";
import { afterAll, beforeAll, describe, expect, inject, it, vi } from "vitest";
import { waitUntilNothingHeld } from "./account-amounts.ts";
import { createFleet, type Fleet } from "./fleet.ts";
import { type LoadBalancer, startLoadBalancer } from "./load-balancer.ts";
import { watchLockWaits } from "./lock-waits.ts";
import { type LoadCall, startPaidLoad } from "./paid-load.ts";
import { plantedPrice, plantHistory } from "./planted-history.ts";
import { buildPreviousVersion, findPreviousCommit } from "./previous-version.ts";
import { countByStatus } from "./prompt-call.ts";
import { query } from "./query.ts";
import { report } from "./report.ts";

// 50,000 rows in a test run; `npm run faults:upgrade` takes 1 million chat records and 5 million ledger entries.
const chatRows = Number(process.env.UPGRADE_CHAT_ROWS ?? 50_000);
const ledgerRows = Number(process.env.UPGRADE_LEDGER_ROWS ?? 50_000);
const callsPerSecond = 12;
const longestLockWaitInMs = 500;
/** In 1/100 credits. An answer that is kept in the chat history costs more than one that is not. */
const prices = { prompt: 50, chat: 100, ledger: 0 };
const haproxy = findTool({ variable: "HAPROXY", purpose: "An upgrade behind a load balancer" });
const execute = promisify(execFile);

const previousCommit = findPreviousCommit();

describe.skipIf(!haproxy || !previousCommit)("an upgrade", () => {
  let fleet: Fleet;
  let balancer: LoadBalancer;
  let previous: { version: string; command: string };
  let callers: TestAccount[];
  let paidRecords: number;
  const slots = [0, 1];
  const apis: RunningProcess[] = [];
  const workers: RunningProcess[] = [];

  beforeAll(async () => {
    previous = await buildPreviousVersion(previousCommit ?? "");
    fleet = await createFleet({ serverUrl: inject("databaseServerUrl") });
    await migrate(previous.command);
    const create = (credits: number) => createTestAccount(fleet.databaseUrl, { credits, rate: "none" });
    callers = [await create(100_000), await create(100_000), await create(100_000)];
    const plantedAt = performance.now();
    const owners = await Promise.all(Array.from({ length: 8 }, () => create(10)));
    ({ paidRecords } = await plantHistory(fleet.databaseUrl, owners, { chatRows, ledgerRows }));
    report(`planted ${chatRows} chat records and ${ledgerRows} ledger entries in ${seconds(plantedAt)} s`);
    balancer = await startLoadBalancer(haproxy ?? "", slots.length);
    fleet.model.follow({ kind: "answer", text: "Gas pays for work.", delayInMs: 5 });
  }, 3_600_000);

  afterAll(async () => {
    await balancer?.stop();
    await fleet?.close();
  }, 600_000);

  const seconds = (since: number) => ((performance.now() - since) / 1000).toFixed(1);

  const migrate = (command: string) =>
    execute(process.execPath, [command, "migrate"], {
      env: { PATH: process.env.PATH ?? "", DATABASE_URL: fleet.databaseUrl },
    });

  const startApi = async (slot: number, command: string) => {
    const port = String(balancer.ports[slot]);
    apis[slot] = await fleet.start("api", undefined, undefined, { PORT: port }, command);
  };
  const startWorker = async (slot: number, command: string) => {
    workers[slot] = await fleet.start("worker", undefined, undefined, undefined, command);
  };

  async function replaceWorker(slot: number, command: string): Promise<void> {
    expect(await workers[slot]?.stop()).toBe(0);
    await startWorker(slot, command);
  }

  /** Takes the process out of the load balancer first: one that ends refuses connections before a health check sees it. */
  async function replaceApi(slot: number, command: string): Promise<void> {
    await balancer.drain(slot);
    expect(await apis[slot]?.stop()).toBe(0);
    await startApi(slot, command);
    await balancer.resume(slot);
  }

  async function rollTo(command: string): Promise<void> {
    for (const slot of slots) await replaceWorker(slot, command);
    for (const slot of slots) await replaceApi(slot, command);
  }

  async function readBackfill() {
    const [row] = await query<{ filled: number; isFinished: boolean; seconds: number }>(
      fleet.databaseUrl,
      `select filled::int, finished_at is not null as "isFinished",
         extract(epoch from finished_at - started_at)::float8 as seconds
       from backfill where name = 'chat-record-charged'`,
    );
    return row;
  }

  /** Kills the first worker while it is in the middle of the backfill, and starts it again. */
  async function killInBackfill(): Promise<number> {
    const before = (await readBackfill())?.filled ?? 0;
    const killed = await vi.waitFor(
      async () => {
        const state = await readBackfill();
        expect(state?.filled).toBeGreaterThan(before);
        return state;
      },
      { timeout: 60_000, interval: 10 },
    );
    await workers[0]?.kill();
    expect(killed?.isFinished).toBe(false);
    await startWorker(0, mintwrightCommand);
    return killed?.filled ?? 0;
  }

  it("and its rollback fail no call, hold no lock for long, and lose no credit and no row of the backfill", {
    timeout: 3_600_000,
  }, async () => {
    await Promise.all(
      slots.flatMap((slot) => [startApi(slot, previous.command), startWorker(slot, previous.command)]),
    );
    for (const slot of slots) await balancer.resume(slot);
    const locks = await watchLockWaits(fleet.databaseUrl);
    const finish = startPaidLoad(balancer.baseUrl, callers, callsPerSecond);
    const startedAt = performance.now();
    await sleep(1_000);
    await migrate(mintwrightCommand);
    const migration = seconds(startedAt + 1_000);

    await replaceWorker(0, mintwrightCommand);
    const killedAt = await killInBackfill();
    await replaceWorker(1, mintwrightCommand);
    for (const slot of slots) await replaceApi(slot, mintwrightCommand);
    await rollTo(previous.command);
    await rollTo(mintwrightCommand);
    const rolled = seconds(startedAt);
    const backfill = await vi.waitFor(
      async () => {
        const state = await readBackfill();
        expect(state?.isFinished).toBe(true);
        return state;
      },
      { timeout: 3_000_000, interval: 200 },
    );
    const calls = await finish();
    const { longest, samples, longestGapInMs } = await locks.stop();
    const times = calls.map(({ elapsedInMs }) => elapsedInMs).sort((a, b) => a - b);
    const at = (share: number) => (times[Math.floor((times.length - 1) * share)] ?? Number.NaN).toFixed(0);
    report(
      `${previous.version} to this version, back and forward in ${rolled} s, migration ${migration} s: ` +
        `${calls.length} calls, statuses ${JSON.stringify(countByStatus(calls))}, p50 ${at(0.5)} ms, p99 ${at(0.99)} ms, ` +
        `slowest ${at(1)} ms; longest lock wait ${longest?.waitedInMs.toFixed(0) ?? 0} ms in ${samples} samples ` +
        `(longest pause between two: ${longestGapInMs.toFixed(0)} ms); backfill of ${backfill?.filled} rows in ` +
        `${backfill?.seconds.toFixed(1)} s, worker killed after ${killedAt}`,
    );
    expect(calls.filter(({ status }) => status !== 200)).toEqual([]);
    expect(calls.length).toBeGreaterThan(100);
    expect(longest?.waitedInMs ?? 0, JSON.stringify(longest)).toBeLessThan(longestLockWaitInMs);
    await assertAllCharged(calls);
    await assertFilled(backfill?.filled);
  });

  async function assertAllCharged(calls: readonly LoadCall[]): Promise<void> {
    await waitUntilNothingHeld(fleet.databaseUrl, 30_000);
    const spent = calls.reduce((sum, { kind }) => sum + prices[kind], 0);
    const [row] = await query(
      fleet.databaseUrl,
      `select sum(spent)::int as spent, bool_and(granted = balance + held + spent) as "addsUp" from account
       where account_id = any($1::uuid[])`,
      [callers.map(({ accountId }) => accountId)],
    );
    expect(row).toEqual({ spent, addsUp: true });
  }

  /** Records of every version have their charge: planted ones by the backfill, the others since they were written. */
  async function assertFilled(filled: number | undefined): Promise<void> {
    const [row] = await query<{ open: number; paid: number; planted: number }>(
      fleet.databaseUrl,
      `select count(*) filter (where charged is null)::int as open,
         count(*) filter (where charged = ${plantedPrice} and request_id like 'planted %')::int as paid,
         count(*) filter (where request_id like 'planted %')::int as planted,
         count(*) filter (where request_id not like 'planted %' and charged is distinct from ${prices.chat})::int as wrong
       from chat_record`,
    );
    expect(row).toMatchObject({ open: 0, paid: paidRecords, wrong: 0 });
    expect(filled).toBeGreaterThanOrEqual(row?.planted ?? Number.NaN);
  }
});
