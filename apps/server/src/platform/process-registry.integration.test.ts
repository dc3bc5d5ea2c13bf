import { hostname } from "node:os";
import { sql } from "kysely";
import { afterAll, afterEach, beforeAll, beforeEach, expect, it, vi } from "vitest";
import { type ClonedDatabase, cloneDatabase } from "./__fixtures__/cloned-database.ts";
import { startRound } from "./database/clean-up-round.ts";
import { createLogger } from "./logging.ts";
import { deleteDeadProcesses, processSilenceInMs, registerProcess } from "./process-registry.ts";

const lines: string[] = [];
const logger = createLogger("info", { write: (line) => lines.push(line) });
let clone: ClonedDatabase;

beforeAll(async () => {
  clone = await cloneDatabase();
});

afterAll(() => clone.close());

// The heartbeat alone is moved by hand; the database driver keeps its own timers.
beforeEach(() => {
  lines.length = 0;
  vi.useFakeTimers({ toFake: ["setInterval", "clearInterval"] });
});

afterEach(async () => {
  vi.useRealTimers();
  await clone.query("delete from process");
});

const listProcesses = () =>
  clone.query<{ process_id: string; silence: number }>(
    "select process_id, role, host, extract(epoch from now() - seen_at)::float as silence from process",
  );

const findProcess = async (processId: string) =>
  (await listProcesses()).find(({ process_id }) => process_id === processId);

const waitFor = (check: () => Promise<void>) => vi.waitFor(check, { timeout: 10_000, interval: 20 });

it("registers a process with its role and host, each under an id of its own", async () => {
  const api = await registerProcess(clone.database, "api", logger);
  const worker = await registerProcess(clone.database, "worker", logger);
  const host = hostname();
  const rows = await listProcesses();
  expect(rows).toHaveLength(2);
  expect(rows).toEqual(
    expect.arrayContaining([
      { process_id: api.processId, role: "api", host, silence: expect.any(Number) },
      { process_id: worker.processId, role: "worker", host, silence: expect.any(Number) },
    ]),
  );
  await api.stop();
  expect((await listProcesses()).map(({ process_id }) => process_id)).toEqual([worker.processId]);
  await worker.stop();
  expect(await listProcesses()).toEqual([]);
});

it("shows life often enough never to be taken for dead", async () => {
  const self = await registerProcess(clone.database, "api", logger);
  for (let beat = 0; beat < 3; beat++) {
    await clone.query("update process set seen_at = now() - interval '1 hour'");
    await vi.advanceTimersByTimeAsync(processSilenceInMs / 3);
    await waitFor(async () => expect((await findProcess(self.processId))?.silence).toBeLessThan(10));
  }
  await self.stop();
});

it("is in touch with the database since its last gap, not since its last heartbeat", async () => {
  const self = await registerProcess(clone.database, "api", logger);
  const setBack = (seenInSeconds: number) =>
    clone.query(
      "update process set in_touch_since = now() - interval '1 hour', seen_at = now() - $1 * interval '1 second'",
      [seenInSeconds],
    );
  const readTouch = async () =>
    (
      await clone.query<{ seconds: number }>(
        `select extract(epoch from now() - in_touch_since)::float as seconds from process
         where seen_at > now() - interval '2 seconds'`,
      )
    )[0]?.seconds;
  await setBack(5);
  await vi.advanceTimersByTimeAsync(processSilenceInMs / 3);
  await waitFor(async () => expect(await readTouch()).toBeGreaterThan(3_599));
  await setBack(12);
  await vi.advanceTimersByTimeAsync(processSilenceInMs / 3);
  await waitFor(async () => expect(await readTouch()).toBeLessThan(10));
  await self.stop();
});

it("comes back when its row was taken away", async () => {
  const self = await registerProcess(clone.database, "api", logger);
  await clone.query("delete from process");
  await vi.advanceTimersByTimeAsync(processSilenceInMs / 3);
  await waitFor(async () => expect(await findProcess(self.processId)).toBeDefined());
  await self.stop();
});

it("is silent after it stopped", async () => {
  const self = await registerProcess(clone.database, "api", logger);
  await self.stop();
  expect(vi.getTimerCount()).toBe(0);
  await vi.advanceTimersByTimeAsync(processSilenceInMs);
  expect(await findProcess(self.processId)).toBeUndefined();
});

it("is gone after it stopped, also when a heartbeat was under way", async () => {
  const self = await registerProcess(clone.database, "api", logger);
  await clone.query(`create function wait_for_gate() returns trigger language plpgsql as $$
    begin perform pg_advisory_xact_lock(7); return new; end $$`);
  await clone.query(
    "create trigger gate before insert on process for each row execute function wait_for_gate()",
  );
  const countWaiting = async () => {
    const waiting = await clone.query(
      `select 1 from pg_locks where locktype = 'advisory' and not granted
       and database = (select oid from pg_database where datname = current_database())`,
    );
    return waiting.length;
  };
  let stopping: Promise<void> | undefined;
  await clone
    .connect("gate", 1)
    .connection()
    .execute(async (gate) => {
      await sql`select pg_advisory_lock(7)`.execute(gate);
      await vi.advanceTimersByTimeAsync(processSilenceInMs / 3);
      await waitFor(async () => expect(await countWaiting()).toBe(1));
      stopping = self.stop();
      // Time for a sign-off that does not wait for the heartbeat.
      for (let i = 0; i < 20; i++) await clone.query("select 1");
      await sql`select pg_advisory_unlock(7)`.execute(gate);
    });
  await stopping;
  await waitFor(async () => expect(await countWaiting()).toBe(0));
  await clone.query("drop function wait_for_gate cascade");
  expect(await findProcess(self.processId)).toBeUndefined();
});

it("survives a heartbeat that fails, and says so", async () => {
  let isBroken = false;
  const fragile = clone.database.withPlugin({
    transformQuery({ node }) {
      if (isBroken) throw new Error("connection refused");
      return node;
    },
    transformResult: async ({ result }) => result,
  });
  const self = await registerProcess(fragile, "api", logger);
  isBroken = true;
  await vi.advanceTimersByTimeAsync(processSilenceInMs / 3);
  await waitFor(async () => expect(lines.join()).toContain("heartbeat failed"));
  isBroken = false;
  await clone.query("update process set seen_at = now() - interval '1 hour'");
  await vi.advanceTimersByTimeAsync(processSilenceInMs / 3);
  await waitFor(async () => expect((await findProcess(self.processId))?.silence).toBeLessThan(10));
  await self.stop();
});

it("forgets processes that have been silent for a day, and no others", async () => {
  const [old, recent] = [
    await registerProcess(clone.database, "api", logger),
    await registerProcess(clone.database, "api", logger),
  ];
  await clone.query("update process set seen_at = now() - interval '25 hours' where process_id = $1", [
    old.processId,
  ]);
  await clone.query("update process set seen_at = now() - interval '23 hours' where process_id = $1", [
    recent.processId,
  ]);
  await deleteDeadProcesses(clone.database, startRound());
  expect(await findProcess(old.processId)).toBeUndefined();
  expect(await findProcess(recent.processId)).toBeDefined();
  await old.stop();
  await recent.stop();
});
