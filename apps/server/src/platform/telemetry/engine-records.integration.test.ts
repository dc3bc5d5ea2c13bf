import { randomUUID } from "node:crypto";
import { sql } from "kysely";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type ClonedDatabase, cloneDatabase } from "../__fixtures__/cloned-database.ts";
import { createLogger } from "../logging.ts";
import { startEngineRecords } from "./engine-records.ts";
import { createMetrics } from "./metrics.ts";

const logger = createLogger("silent");
let clone: ClonedDatabase;

beforeAll(async () => {
  clone = await cloneDatabase();
});

afterAll(() => clone.close());

async function startProcess() {
  const metrics = createMetrics();
  const processId = randomUUID();
  await clone.database
    .insertInto("process")
    .values({ process_id: processId, role: "api", host: "here" })
    .execute();
  return { metrics, records: startEngineRecords({ database: clone.database, metrics, processId, logger }) };
}

describe("records of engines", () => {
  it("are the sum of what every process saw, and keep the latest fault and who gives a pause", async () => {
    const [one, other] = [await startProcess(), await startProcess()];
    for (const seconds of [0.004, 0.2, 400]) one.metrics.engineSeconds.observe(answered, seconds);
    other.metrics.engineSeconds.observe(answered, 0.21);
    other.metrics.engineSeconds.observe({ engine: "gpu", outcome: "failed" }, 2);
    one.metrics.engineFaults.set("gpu", { message: "newer", happenedAt: new Date(2_000) });
    other.metrics.engineFaults.set("gpu", { message: "older", happenedAt: new Date(1_000) });
    const watch = (engine: string, ...paused: boolean[]) =>
      other.metrics.engineBacklog.watch(engine, {
        readRunning: () => 0,
        readWaiting: () => 0,
        servers: paused.map((isPaused, index) => ({
          server: `server-${index}`,
          read: () => ({ running: 0, limit: 1, leased: 0, isPaused }),
        })),
      });
    watch("gpu", true, true);
    watch("half", true, false);
    // Each writes what is left when it stops.
    await one.records.stop();
    await other.records.stop();
    const { rows } = await sql`
      select outcome, up_to_seconds, sum(calls)::int as calls from engine_calls group by 1, 2 order by 1, 2`.execute(
      clone.database,
    );
    expect(rows).toEqual([
      { outcome: "answered", up_to_seconds: 0.005, calls: 1 },
      { outcome: "answered", up_to_seconds: 0.25, calls: 2 },
      { outcome: "answered", up_to_seconds: Number.POSITIVE_INFINITY, calls: 1 },
      { outcome: "failed", up_to_seconds: 2.5, calls: 1 },
    ]);
    const faults = await sql`select engine, message from engine_fault`.execute(clone.database);
    expect(faults.rows).toEqual([{ engine: "gpu", message: "newer" }]);
    const pauses = await sql`select engine from engine_pause`.execute(clone.database);
    expect(pauses.rows).toEqual([{ engine: "gpu" }]);
  });
});

const answered = { engine: "gpu", outcome: "answered" };
