import { type PostgresServer, startPostgres, startStandby } from "@mintwright/test-harness";
import { sql } from "kysely";
import { afterAll, beforeAll, expect, it, vi } from "vitest";
import { connectDatabase, type Database } from "./database.ts";
import { describeDurability } from "./replication.ts";

let server: PostgresServer;

const connect = (url: string): Database =>
  connectDatabase({ url, poolSize: 1, applicationName: "t", onConnectionError() {} });

beforeAll(async () => {
  server = await startPostgres();
});

afterAll(() => server.stop());

async function configure(database: Database, setting: string): Promise<void> {
  await sql`alter system set ${sql.raw(setting)}`.execute(database);
  await sql`select pg_reload_conf()`.execute(database);
}

it("says what a failover can lose in each mode of replication", { timeout: 60_000 }, async () => {
  const database = connect(server.url);
  const untilSaid = (words: string) =>
    vi.waitFor(async () => expect(await describeDurability(database)).toContain(words), { timeout: 10_000 });
  await untilSaid("no standby: a commit survives a crash of PostgreSQL");
  const standby = await startStandby(server.url, "copy");
  await untilSaid("WARNING: 1 standbys and none is synchronous");
  await configure(database, "synchronous_standby_names = 'copy'");
  await untilSaid("synchronous_commit on: a commit survives the loss of the primary");
  await configure(database, "synchronous_commit = 'remote_apply'");
  await untilSaid("and can be read on the synchronous standby");
  await configure(database, "synchronous_commit = 'remote_write'");
  await untilSaid("unless the standby's operating system crashes");
  await configure(database, "synchronous_commit = 'local'");
  await untilSaid("WARNING: synchronous_commit is local");
  const copy = connect(standby.url);
  await expect(describeDurability(copy)).rejects.toThrow("is a standby");
  await copy.destroy();
  await configure(database, "synchronous_standby_names = ''");
  await sql`create role nobody login`.execute(database);
  const url = new URL(server.url);
  url.username = "nobody";
  const unprivileged = connect(url.href);
  expect(await describeDurability(unprivileged)).toContain("grant pg_monitor");
  await unprivileged.destroy();
  await standby.stop();
  await database.destroy();
});
