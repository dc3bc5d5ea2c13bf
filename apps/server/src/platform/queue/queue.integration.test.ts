import { PGlite } from "@electric-sql/pglite";
import { sql } from "kysely";
import { fromKysely, PgBoss } from "pg-boss";
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { z } from "zod";
import { type ClonedDatabase, cloneDatabase } from "../__fixtures__/cloned-database.ts";
import { type Database, openEmbeddedDatabase } from "../database/database.ts";
import { createLogger } from "../logging.ts";
import { createMetrics } from "../telemetry/metrics.ts";
import { assertDistinctJobs, type JobDefinition, openQueue, type Queue } from "./queue.ts";

const lines: string[] = [];
const metrics = createMetrics();
const tools = { logger: createLogger("info", { write: (line) => lines.push(line) }), metrics };

const handled: unknown[] = [];
let failures = 0;
const slow = {
  started: Promise.withResolvers<void>(),
  release: Promise.withResolvers<void>(),
  isDone: false,
};

const jobs: JobDefinition[] = [
  {
    name: "greet",
    payload: z.object({ name: z.string().trim(), times: z.int().default(1) }),
    retryLimit: 0,
    async handle(payload) {
      handled.push(payload);
    },
  },
  {
    name: "fail-once",
    payload: z.object({}),
    retryLimit: 2,
    async handle() {
      if (failures++ === 0) throw new Error("not this time");
    },
  },
  {
    name: "slow",
    payload: z.object({}),
    retryLimit: 0,
    async handle() {
      slow.started.resolve();
      await slow.release.promise;
      slow.isDone = true;
    },
  },
  { name: "nightly", payload: z.object({}), schedule: "17 3 * * *", retryLimit: 5, async handle() {} },
];

let clone: ClonedDatabase;
let queue: Queue;
let sender: PgBoss;
/** Every job of the tests below, sent at once: a worker looks for work every two seconds only. */
const sent: Record<"greeting" | "nonsense" | "failing" | "slow", string | null> = {
  greeting: null,
  nonsense: null,
  failing: null,
  slow: null,
};

beforeAll(async () => {
  clone = await cloneDatabase();
  queue = await openQueue(clone.database, jobs.slice(0, 1), { logger: tools.logger, isWorker: true });
  await queue.work(jobs, tools);
  sender = new PgBoss({ db: fromKysely(clone.connect("sender", 1)), supervise: false, schedule: false });
  await sender.start();
  sent.greeting = await sender.send("greet", { name: " Ada ", other: true });
  sent.nonsense = await sender.send("greet", { name: 5 });
  sent.failing = await sender.send("fail-once", {});
  sent.slow = await sender.send("slow", {});
});

afterAll(async () => {
  await sender.stop({ graceful: false });
  await clone.close();
});

const readState = async (id: string | null) =>
  (
    await clone.query<{ state: string; retry_count: number }>(
      "select state, retry_count from pgboss.job where id = $1",
      [id],
    )
  )[0];

const waitForState = (id: string | null, state: string) =>
  vi.waitFor(
    async () => {
      // A retry waits for its time: here it comes at once.
      await clone.query("update pgboss.job set start_after = now() where id = $1 and state = 'retry'", [id]);
      expect((await readState(id))?.state).toBe(state);
    },
    { timeout: 20_000, interval: 50 },
  );

async function readMetric(name: string, labels: Record<string, string>) {
  const metric = (await metrics.registry.getMetricsAsJSON()).find((each) => each.name === name);
  const values = (metric?.values ?? []) as {
    metricName?: string;
    labels: Record<string, string>;
    value: number;
  }[];
  const matches = (found: Record<string, string>) =>
    Object.entries(labels).every(([label, value]) => found[label] === value);
  return values.find((each) => each.metricName === `${name}_count` && matches(each.labels))?.value ?? 0;
}

describe("a job", () => {
  it("is run with the payload that its schema makes of what was sent, and measured", async () => {
    await waitForState(sent.greeting, "completed");
    expect(handled).toEqual([{ name: "Ada", times: 1 }]);
    expect(await readMetric("mintwright_job_seconds", { job: "greet", outcome: "done" })).toBe(1);
  });

  it("fails when its payload is not what the schema says, without being handled", async () => {
    await waitForState(sent.nonsense, "failed");
    expect(handled).toHaveLength(1);
    expect(await readMetric("mintwright_job_seconds", { job: "greet", outcome: "failed" })).toBe(1);
    // Of both jobs: the second one starts as soon as the first one ends.
    expect(await readMetric("mintwright_job_wait_seconds", { job: "greet" })).toBe(2);
    expect(lines.join()).toContain('"job":"greet"');
  });

  it("that fails is logged, measured and tried again", async () => {
    await waitForState(sent.failing, "completed");
    expect(failures).toBe(2);
    expect((await readState(sent.failing))?.retry_count).toBe(1);
    expect(await readMetric("mintwright_job_seconds", { job: "fail-once", outcome: "failed" })).toBe(1);
    expect(await readMetric("mintwright_job_seconds", { job: "fail-once", outcome: "done" })).toBe(1);
    expect(lines.join()).toContain("not this time");
  });

  it("that recurs has its schedule, and others have none", async () => {
    const schedules = await clone.query("select name, cron, timezone from pgboss.schedule");
    expect(schedules).toEqual([{ name: "nightly", cron: "17 3 * * *", timezone: "UTC" }]);
    const queues = await clone.query(
      "select name, retry_limit, retry_backoff from pgboss.queue where name = 'nightly'",
    );
    expect(queues).toEqual([{ name: "nightly", retry_limit: 5, retry_backoff: true }]);
  });

  it("that runs is finished before the queue stops, and none is started after", async () => {
    await slow.started.promise;
    let isStopped = false;
    const stopping = queue.stop().then(() => {
      isStopped = true;
    });
    // Time for a stop that would not wait for the job.
    for (let i = 0; i < 200 && !isStopped; i++) await clone.query("select 1");
    expect(isStopped).toBe(false);
    slow.release.resolve();
    await stopping;
    expect(slow.isDone).toBe(true);
    expect((await readState(sent.slow))?.state).toBe("completed");
    const late = await sender.send("greet", { name: "late" });
    expect((await readState(late))?.state).toBe("created");
  });

  it("does not close connections that it did not open", async () => {
    expect(await clone.database.selectFrom("process").selectAll().execute()).toEqual([]);
  });
});

describe("a job that is enqueued in a transaction", () => {
  const countGreetings = async (database: Database, name: string) => {
    const { rows } = await sql<{ count: number }>`
      select count(*) from pgboss.job where name = 'greet' and data->>'name' = ${name}::text`.execute(
      database,
    );
    return Number(rows[0]?.count);
  };

  async function enqueueTwice(database: Database, embedded?: { pglite: PGlite }): Promise<void> {
    const sending = await openQueue(database, jobs.slice(0, 1), {
      logger: tools.logger,
      isWorker: false,
      ...embedded,
    });
    try {
      const failed = database.transaction().execute(async (transaction) => {
        await sending.enqueue(transaction, "greet", [{ name: "never" }]);
        throw new Error("changed my mind");
      });
      await expect(failed).rejects.toThrow("changed my mind");
      await database.transaction().execute(async (transaction) => {
        await sending.enqueue(transaction, "greet", [{ name: "kept" }, { name: "kept" }]);
        await sending.enqueue(transaction, "greet", [{ name: "later" }], { startAfterInSeconds: 3_600 });
        await expect(sending.enqueue(transaction, "other", [{}])).rejects.toThrow(
          "not opened the queue other",
        );
      });
      expect(await countGreetings(database, "never")).toBe(0);
      expect(await countGreetings(database, "kept")).toBe(2);
      expect(await countGreetings(database, "later")).toBe(1);
      const { rows } = await sql<{ wait: number }>`
        select extract(epoch from start_after - now())::integer as wait from pgboss.job where data->>'name' = 'later'`.execute(
        database,
      );
      expect(rows[0]?.wait).toBeGreaterThan(3_500);
    } finally {
      await sending.stop();
    }
  }

  it("exists when the transaction commits, and otherwise never did", () => enqueueTwice(clone.database));

  it("is enqueued the same on the one connection of an embedded database", async () => {
    const pglite = new PGlite();
    const embedded = openEmbeddedDatabase(pglite);
    await enqueueTwice(embedded, { pglite });
    await embedded.destroy();
  });
});

describe("two jobs of one name", () => {
  const twice = [...jobs, { ...jobs[0], schedule: "* * * * *" } as JobDefinition];

  it("are refused by name", () => {
    expect(() => assertDistinctJobs(jobs)).not.toThrow();
    expect(() => assertDistinctJobs([])).not.toThrow();
    expect(() => assertDistinctJobs(twice)).toThrow("Two jobs are named greet");
  });

  it("are refused before anything is started", async () => {
    const another = await openQueue(clone.database, [], { logger: tools.logger, isWorker: false });
    await expect(another.work(twice, tools)).rejects.toThrow("Two jobs are named greet");
    await another.stop();
    expect(await clone.query("select 1 from pgboss.schedule where name = 'greet'")).toEqual([]);
  });
});
