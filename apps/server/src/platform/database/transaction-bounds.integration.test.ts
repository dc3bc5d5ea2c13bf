import { sql } from "kysely";
import { afterAll, beforeAll, expect, it } from "vitest";
import { type ClonedDatabase, cloneDatabase } from "../__fixtures__/cloned-database.ts";
import type { Database } from "./database.ts";

let clone: ClonedDatabase;

beforeAll(async () => {
  clone = await cloneDatabase();
});

afterAll(() => clone.close());

async function readTimeouts(database: Database) {
  const { rows } = await sql<{ name: string; setting: string }>`
    select name, setting from pg_settings
    where name in ('lock_timeout', 'idle_in_transaction_session_timeout', 'statement_timeout')`.execute(
    database,
  );
  return Object.fromEntries(rows.map(({ name, setting }) => [name, Number(setting)]));
}

it("sends no timeout as a startup parameter, which poolers refuse", async () => {
  const { rows } = await sql<{ name: string }>`select name from pg_settings where source = 'client'`.execute(
    clone.database,
  );
  const names = rows.map(({ name }) => name);
  expect(names).toContain("application_name");
  expect(names.filter((name) => name.endsWith("_timeout"))).toEqual([]);
});

it.each([undefined, "repeatable read"] as const)(
  "bounds a transaction's locks and silence, and nothing after it (isolation %s)",
  async (isolation) => {
    const transaction = clone.database.transaction();
    const started = isolation ? transaction.setIsolationLevel(isolation) : transaction;
    expect(await started.execute(readTimeouts)).toEqual({
      lock_timeout: 5_000,
      idle_in_transaction_session_timeout: 10_000,
      statement_timeout: 30_000,
    });
    expect(await readTimeouts(clone.database)).toEqual({
      lock_timeout: 0,
      idle_in_transaction_session_timeout: 0,
      statement_timeout: 0,
    });
  },
);
