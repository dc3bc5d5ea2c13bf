import { once } from "node:events";
import { type AddressInfo, connect, createServer, type Server, type Socket } from "node:net";
import {
  type PostgresServer,
  type PostgresStandby,
  startPostgres,
  startStandby,
} from "@mintwright/test-harness";
import { sql } from "kysely";
import pg from "pg";
import { afterAll, beforeAll, beforeEach, expect, it, vi } from "vitest";
import { AppError } from "../errors.ts";
import { createLogger } from "../logging.ts";
import { connectDatabase, type Database } from "./database.ts";
import { type Reads, recentReads, startReplicaReads } from "./reads.ts";

/** A proxy before the replica that can stop to pass anything on, as a network that loses packets. */
interface SilentProxy {
  url: string;
  setSilent(isSilent: boolean): void;
  stop(): void;
}

const answers = { replica: 0, primary: 0 };
let postgres: PostgresServer;
let standby: PostgresStandby;
let proxy: SilentProxy;
let primary: Database;
let reads: Reads;

beforeAll(async () => {
  postgres = await startPostgres();
  standby = await startStandby(postgres.url, "reads");
  proxy = await startProxy(standby.url);
  primary = open(postgres.url);
  await sql`create table counter (value integer not null)`.execute(primary);
  await sql`insert into counter values (0)`.execute(primary);
  reads = startReplicaReads({
    primary,
    replica: open(proxy.url, true),
    logger: createLogger("silent"),
    onRead: (source) => {
      answers[source]++;
    },
  });
});

afterAll(async () => {
  proxy?.setSilent(false);
  await reads?.stop();
  await primary?.destroy();
  proxy?.stop();
  await standby?.stop().catch(() => {});
  postgres?.stop();
});

beforeEach(waitForReplica);

function open(url: string, failsFast = false): Database {
  return connectDatabase({ url, poolSize: 4, applicationName: "reads", failsFast, onConnectionError() {} });
}

async function startProxy(target: string): Promise<SilentProxy> {
  const { hostname, port } = new URL(target);
  const sockets = new Set<Socket>();
  let isSilent = false;
  const server: Server = createServer((client) => {
    const upstream = connect(Number(port), hostname);
    for (const [from, to] of [
      [client, upstream],
      [upstream, client],
    ] as const) {
      sockets.add(from);
      from.on("data", (bytes) => to.write(bytes));
      from.on("error", () => to.destroy());
      from.on("close", () => to.destroy());
      if (isSilent) from.pause();
    }
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const url = new URL(target);
  url.port = String((server.address() as AddressInfo).port);
  return {
    url: url.href,
    setSilent(silent) {
      isSilent = silent;
      for (const socket of sockets)
        if (silent) socket.pause();
        else socket.resume();
    },
    stop() {
      for (const socket of sockets) socket.destroy();
      server.close();
    },
  };
}

async function askStandby(statement: string): Promise<void> {
  const client = new pg.Client({ connectionString: standby.url });
  await client.connect();
  await client.query(statement);
  await client.end();
}

async function readCounter(database: Database): Promise<number> {
  const { rows } = await sql<{ value: number }>`select value from counter`.execute(database);
  return rows[0]?.value ?? -1;
}

async function increment(): Promise<number> {
  const { rows } = await sql<{ value: number }>`update counter set value = value + 1 returning value`.execute(
    primary,
  );
  return rows[0]?.value ?? -1;
}

async function waitForReplica(): Promise<void> {
  await vi.waitFor(
    async () => {
      answers.replica = 0;
      await reads.run(readCounter);
      expect(answers.replica).toBe(1);
    },
    { timeout: 15_000 },
  );
  Object.assign(answers, { replica: 0, primary: 0 });
}

it("reads what was written just before, on the replica", async () => {
  // A replica that was behind once has its reads sent to the primary for a second, which is hundreds of turns.
  while (answers.replica < 100) {
    const written = await increment();
    expect(await reads.run(readCounter)).toBe(written);
  }
});

it("reads nothing on the replica that is older than allowed", async () => {
  const written = await increment();
  const writtenAt = performance.now();
  for (;;) {
    const askedAt = performance.now();
    const value = await reads.run(readCounter, recentReads);
    if (askedAt - writtenAt > 1_000) {
      expect(value).toBe(written);
      break;
    }
  }
  expect(answers.replica).toBeGreaterThan(10);
});

it("passes a caller's mistake on instead of asking the primary too", async () => {
  const mistake = new AppError("invalid_request", "The cursor is wrong.");
  let runs = 0;
  await expect(
    reads.run(async () => {
      runs++;
      throw mistake;
    }),
  ).rejects.toBe(mistake);
  expect(runs).toBe(1);
});

it("cannot write", async () => {
  // The primary runs it after the replica has refused it: the replica's transaction must be read-only itself.
  const seen: string[] = [];
  await reads.run(async (database) => {
    const { rows } = await sql<{
      value: string;
    }>`select current_setting('transaction_read_only') as value`.execute(database);
    seen.push(rows[0]?.value ?? "");
  });
  expect(seen).toEqual(["on"]);
});

it("asks the primary when the replica is slow", async () => {
  const startedAt = performance.now();
  const source = await reads.run(async (database) => {
    const { rows } = await sql<{ is_replica: boolean }>`select pg_is_in_recovery() as is_replica`.execute(
      database,
    );
    for (let step = 0; rows[0]?.is_replica && step < 3; step++)
      await sql`select pg_sleep(1.5)`.execute(database);
    return rows[0]?.is_replica ? "replica" : "primary";
  });
  expect(source).toBe("primary");
  expect(performance.now() - startedAt).toBeLessThan(3_000);
});

it("asks the primary while the replica is behind, and the replica again when it has caught up", async () => {
  await askStandby("select pg_wal_replay_pause()");
  for (const endsAt = performance.now() + 2_500; performance.now() < endsAt; ) {
    const written = await increment();
    const startedAt = performance.now();
    expect(await reads.run(readCounter)).toBe(written);
    expect(performance.now() - startedAt).toBeLessThan(1_000);
  }
  expect(answers.replica).toBe(0);
  const written = await increment();
  expect(await reads.run(readCounter, recentReads)).toBe(written);
  await askStandby("select pg_wal_replay_resume()");
  await waitForReplica();
});

it("answers though the replica hangs, within its deadline, and then at once", async () => {
  proxy.setSilent(true);
  const written = await increment();
  const slowestInMs: number[] = [];
  for (const endsAt = performance.now() + 4_000; performance.now() < endsAt; ) {
    const startedAt = performance.now();
    expect(await reads.run(readCounter)).toBe(written);
    slowestInMs.push(performance.now() - startedAt);
  }
  expect(Math.max(...slowestInMs)).toBeLessThan(3_000);
  expect(slowestInMs.filter((time) => time > 500).length).toBeLessThanOrEqual(1);
  proxy.setSilent(false);
  await waitForReplica();
});

it("answers though the replica is gone", async () => {
  const written = await increment();
  await standby.stop();
  for (const endsAt = performance.now() + 1_500; performance.now() < endsAt; )
    expect(await reads.run(readCounter)).toBe(written);
  expect(answers.primary).toBeGreaterThan(10);
});
