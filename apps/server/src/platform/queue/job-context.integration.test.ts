import { afterAll, beforeAll, expect, it, vi } from "vitest";
import { z } from "zod";
import { type ClonedDatabase, cloneDatabase } from "../__fixtures__/cloned-database.ts";
import { createLogger } from "../logging.ts";
import { createMetrics } from "../telemetry/metrics.ts";
import { type EnqueueOptions, type JobContext, type JobKind, openQueue, type Queue } from "./queue.ts";

const kind: JobKind<{ n: number }> = {
  name: "numbered",
  payload: z.object({ n: z.int() }),
  retryLimit: 3,
  isExclusive: true,
};
const logger = createLogger("silent");
const started: { n: number; at: number; context: JobContext; end: PromiseWithResolvers<void> }[] = [];
let clone: ClonedDatabase;
let queue: Queue;

beforeAll(async () => {
  clone = await cloneDatabase();
  queue = await openQueue(clone.database, [kind], { logger, isWorker: true, url: clone.url });
  const job = {
    ...kind,
    concurrency: 8,
    concurrencyPerAccount: 2,
    handle(payload: unknown, context: JobContext) {
      const end = Promise.withResolvers<void>();
      started.push({ n: kind.payload.parse(payload).n, at: performance.now(), context, end });
      return end.promise;
    },
  };
  await queue.work([job], { logger, metrics: createMetrics() });
});

afterAll(async () => {
  for (const { end } of started) end.resolve();
  await queue.stop();
  await clone.close();
});

const add = (n: number, options: EnqueueOptions = { key: String(n) }) =>
  clone.database
    .transaction()
    .execute((transaction) => queue.enqueue(transaction, kind.name, [{ n }], options));

const waitForStart = (n: number) =>
  vi.waitFor(() => {
    const found = started.findLast((each) => each.n === n);
    expect(found).toBeDefined();
    return found as (typeof started)[0];
  }, 5_000);

const count = async (n: number) =>
  (await clone.query("select 1 from pgboss.job where data->>'n' = $1 and state <= 'active'", [String(n)]))
    .length;

it("leaves places to other accounts while one account has more jobs than its share", async () => {
  for (const n of [1, 2, 3]) await add(n, { key: String(n), accountId: "busy" });
  await add(4, { key: "4", accountId: "quiet" });
  const quiet = await waitForStart(4);
  expect(started.map(({ n }) => n).sort()).toEqual([1, 2, 4]);
  for (const each of started) each.end.resolve();
  (await waitForStart(3)).end.resolve();
  expect(quiet.context.attempt).toBe(1);
});

it("adds no second job of a key while the first one waits or runs", async () => {
  await add(5, { key: "five", startAfterInSeconds: 3_600 });
  await add(5, { key: "five" });
  expect(await count(5)).toBe(1);
  await clone.database.transaction().execute((transaction) => queue.hasten(transaction, kind.name, "five"));
  const running = await waitForStart(5);
  await add(5, { key: "five" });
  expect(await count(5)).toBe(1);
  running.end.resolve();
});

it("finishes in the caller's transaction, which can add the next job of the key", async () => {
  await add(6);
  const { context, end } = await waitForStart(6);
  await clone.database.transaction().execute(async (transaction) => {
    expect(await context.finish(transaction)).toBe(true);
    await queue.enqueue(transaction, kind.name, [{ n: 6 }], { key: "6", startAfterInSeconds: 3_600 });
  });
  end.resolve();
  expect(await clone.query("select state from pgboss.job where data->>'n' = '6'")).toEqual([
    { state: "created" },
  ]);
});

it("does not finish for a worker whose job was taken over", async () => {
  await add(7);
  const first = await waitForStart(7);
  // As if its heartbeats had not arrived and another worker had started it again.
  await clone.query("update pgboss.job set retry_count = retry_count + 1 where data->>'n' = '7'");
  await clone.database.transaction().execute(async (transaction) => {
    expect(await first.context.finish(transaction)).toBe(false);
  });
  expect(await count(7)).toBe(1);
  first.end.resolve();
});
