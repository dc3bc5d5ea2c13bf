import { setTimeout as sleep } from "node:timers/promises";
import { createDatabase } from "@mintwright/test-harness";
import pg from "pg";
import { expect, inject, it } from "vitest";
import { watchLockWaits } from "./lock-waits.ts";

const heldInMs = 400;

it("measures how long a session waits for a lock", async () => {
  const database = await createDatabase(inject("databaseServerUrl"));
  const [holder, waiter] = [1, 2].map(() => new pg.Client({ connectionString: database.url }));
  await Promise.all([holder?.connect(), waiter?.connect()]);
  await holder?.query("create table held (n integer)");
  const locks = await watchLockWaits(database.url);
  await holder?.query("begin; lock table held");
  const waiting = waiter?.query("select n from held");
  await sleep(heldInMs);
  await holder?.query("commit");
  await waiting;
  const { longest, longestGapInMs } = await locks.stop();
  expect(longest).toMatchObject({ lock: "relation AccessShareLock held", statement: "select n from held" });
  expect(longest?.waitedInMs).toBeGreaterThan(heldInMs - 20 - 2 * longestGapInMs);
  await Promise.all([holder?.end(), waiter?.end()]);
  await database.drop();
});
