import {
  type PostgresServer,
  type PostgresStandby,
  startPostgres,
  startStandby,
} from "@mintwright/test-harness";
import { sql } from "kysely";
import { afterAll, beforeAll, expect, it, vi } from "vitest";
import { type ClonedDatabase, cloneDatabase } from "../../platform/__fixtures__/cloned-database.ts";
import { connectDatabase } from "../../platform/database/database.ts";
import { listReplicas } from "../../platform/database/replication.ts";
import { createLogger } from "../../platform/logging.ts";
import { openQueue } from "../../platform/queue/queue.ts";
import { createMetrics } from "../../platform/telemetry/metrics.ts";
import { sendEmailKind } from "../sign-in/index.ts";
import { webhookKind } from "../webhooks/index.ts";
import { startQueueLengthRecords } from "./queue-lengths.ts";

const logger = createLogger("silent");
let clone: ClonedDatabase;

beforeAll(async () => {
  clone = await cloneDatabase();
  const queue = await openQueue(clone.database, [sendEmailKind, webhookKind], { logger, isWorker: false });
  await queue.stop();
});

afterAll(() => clone.close());

async function scrapeOnce(): Promise<string[]> {
  const metrics = createMetrics();
  const loop = startQueueLengthRecords({ database: clone.database, logger, metrics });
  await vi.waitFor(
    async () => expect(await metrics.registry.metrics()).toContain("mintwright_queue_waiting{"),
    20_000,
  );
  await loop.stop();
  return (await metrics.registry.metrics()).split("\n");
}

const read = (lines: string[], name: string) =>
  Number(
    lines
      .find((line) => line.startsWith(`${name} `))
      ?.split(" ")
      .at(-1),
  );

it("publishes the length, the age and the failures of each queue", async () => {
  await clone.query(
    `insert into pgboss.job (name, data, state, created_on, start_after, completed_on)
     select 'webhooks', '{}', state::pgboss.job_state, now() - age, now() - age, null
     from (values ('created', interval '90 s'), ('created', interval '5 s'), ('failed', interval '1 day')) as j (state, age)`,
  );
  const lines = await scrapeOnce();
  expect(read(lines, 'mintwright_queue_waiting{queue="webhooks"}')).toBe(2);
  expect(read(lines, 'mintwright_queue_failed{queue="webhooks"}')).toBe(1);
  const age = read(lines, 'mintwright_queue_oldest_seconds{queue="webhooks"}');
  expect(age).toBeGreaterThanOrEqual(90);
  expect(age).toBeLessThan(100);
});

it("counts an email as unsent while the mail server refuses it, although its next attempt is not due", async () => {
  expect(read(await scrapeOnce(), "mintwright_emails_oldest_unsent_seconds")).toBe(0);
  await clone.query(
    `insert into pgboss.job (name, data, state, created_on, start_after)
     values ('send-email', '{}', 'retry', now() - interval '10 minutes', now() + interval '1 minute')`,
  );
  const lines = await scrapeOnce();
  expect(read(lines, "mintwright_emails_oldest_unsent_seconds")).toBeGreaterThanOrEqual(600);
  expect(read(lines, 'mintwright_queue_oldest_seconds{queue="send-email"}')).toBe(0);
});

it("publishes no replication lag without standbys", async () => {
  const lines = await scrapeOnce();
  expect(read(lines, "mintwright_replicas")).toBe(0);
  expect(lines.filter((line) => line.startsWith("mintwright_replication_lag_bytes"))).toEqual([]);
});

it("measures how far a standby is behind, also while its replay stands still", async () => {
  let primary: PostgresServer | undefined;
  let standby: PostgresStandby | undefined;
  try {
    primary = await startPostgres();
    standby = await startStandby(primary.url, "standby-1");
    const options = { poolSize: 1, applicationName: "test", onConnectionError() {} };
    const [writer, reader] = [primary, standby].map(({ url }) => connectDatabase({ url, ...options }));
    if (!writer || !reader) throw new Error("not connected");
    const getLag = async () => (await listReplicas(writer)).find(({ replica }) => replica === "standby-1");
    await vi.waitFor(
      async () => expect(await getLag()).toEqual({ replica: "standby-1", lagInBytes: 0 }),
      10_000,
    );
    await sql`select pg_wal_replay_pause()`.execute(reader);
    await sql`create table filler as select repeat('x', 1000) from generate_series(1, 5000)`.execute(writer);
    await vi.waitFor(async () => expect((await getLag())?.lagInBytes).toBeGreaterThan(4_000_000), 10_000);
    await sql`select pg_wal_replay_resume()`.execute(reader);
    await vi.waitFor(async () => expect((await getLag())?.lagInBytes).toBeLessThan(10_000), 10_000);
    expect(await listReplicas(reader)).toEqual([]);
    await writer.destroy();
    await reader.destroy();
  } finally {
    await standby?.stop();
    primary?.stop();
  }
});
