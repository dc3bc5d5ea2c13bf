import { randomUUID } from "node:crypto";
import { CompiledQuery } from "kysely";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type ClonedDatabase, cloneDatabase } from "../../platform/__fixtures__/cloned-database.ts";
import { connectDatabase } from "../../platform/database/database.ts";
import { createMetrics } from "../../platform/telemetry/metrics.ts";
import { createKeyedAccount } from "../__fixtures__/index.ts";
import { createAccount, getAccountId } from "../accounts/index.ts";
import { createAdmissionService } from "../admission/index.ts";
import { grantCredits } from "./grants.repository.ts";
import { createMonthPartitions, measureLedger } from "./ledger.repository.ts";
import { verifyLedger } from "./verify-ledger.ts";

describe("the check of the ledger", () => {
  let clone: ClonedDatabase;
  let accountId: string;

  beforeAll(async () => {
    clone = await cloneDatabase();
    const { accountId: id, key } = await createKeyedAccount(clone.database, { amount: 500 });
    accountId = id;
    await createKeyedAccount(clone.database);
    await createAccount(clone.database, "empty@example.com", 0);
    const admission = createAdmissionService({
      database: clone.database,
      processId: randomUUID(),
      metrics: createMetrics(),
    });
    await admission.admit({ key, price: 100, operation: "test", requestId: "r", deadlineInMs: 60_000 });
  });

  afterAll(() => clone.close());

  it("finds nothing where nothing is wrong", async () => {
    expect(await verifyLedger(clone.database)).toEqual({ accounts: 3, mismatches: [] });
    expect(await measureLedger(clone.database)).toMatchObject({ accountsOff: 0 });
  });

  it("is not needed for what the table refuses by itself", async () => {
    const damage = (set: string) =>
      clone.query(`update account set ${set} where account_id = $1`, [accountId]);
    await expect(damage("balance = balance + 1")).rejects.toThrow("account_ledger_invariant");
    await expect(damage("balance = -1, granted = held + spent - 1")).rejects.toThrow(
      "account_amounts_not_negative",
    );
  });

  it.each([
    [
      "a balance that grew",
      "update account set balance = balance + 7 where account_id = $1",
      /granted 500 is not balance 407/,
      1,
    ],
    [
      "a grant without an entry",
      "update account set granted = granted + 7, balance = balance + 7 where account_id = $1",
      /granted 507, ledger says 500/,
      0,
    ],
    [
      "a charge without an entry",
      "update account set balance = balance - 7, spent = spent + 7 where account_id = $1",
      /spent 7, ledger says 0/,
      0,
    ],
    ["a hold that vanished", "delete from hold where account_id = $1", /held 100, open holds say 0/, 1],
    [
      "a hold that shrank",
      "update hold set amount = 60 where account_id = $1",
      /held 100, open holds say 60/,
      1,
    ],
    [
      "an entry that vanished",
      "delete from ledger_entry where account_id = $1 and kind = 'hold'",
      /held 100, ledger says 0/,
      0,
    ],
    [
      "an entry that was invented",
      "insert into ledger_entry (account_id, kind, amount) values ($1, 'capture', 3)",
      /spent 0, ledger says 3/,
      0,
    ],
    [
      "a charge of more than was held",
      "insert into ledger_entry (account_id, kind, amount) values ($1, 'capture', 130)",
      /held 100, ledger says -30/,
      0,
    ],
  ])("finds %s, in that account only", async (_case, damage, words, accountsOff) => {
    const damaged = clone.connect("damaged", 1);
    class Undo extends Error {}
    await damaged
      .transaction()
      .execute(async (transaction) => {
        const run = (text: string, values: unknown[] = []) =>
          transaction.executeQuery(CompiledQuery.raw(text, values));
        await run("alter table account drop constraint account_ledger_invariant");
        await run(damage, [accountId]);
        const { accounts, mismatches } = await verifyLedger(transaction);
        expect(accounts).toBe(3);
        expect(mismatches).toEqual([{ accountId, problem: expect.stringMatching(words) }]);
        expect(await measureLedger(transaction)).toMatchObject({ accountsOff });
        throw new Undo();
      })
      .catch((error) => {
        if (!(error instanceof Undo)) throw error;
      });
    expect((await verifyLedger(clone.database)).mismatches).toEqual([]);
  });

  it("lets grants add up, and refuses one to nobody", async () => {
    const id = await getAccountId(clone.database, "EMPTY@example.com");
    await Promise.all(Array.from({ length: 20 }, () => grantCredits(clone.database, id, 5, "gift")));
    expect(await grantCredits(clone.database, id, 1, "last")).toMatchObject({
      granted: 101,
      balance: 101,
      held: 0,
      spent: 0,
    });
    await expect(grantCredits(clone.database, randomUUID(), 5, "lost")).rejects.toThrow();
    await expect(createAccount(clone.database, "Empty@Example.com", 5)).rejects.toMatchObject({
      code: "invalid_request",
    });
    expect((await verifyLedger(clone.database)).mismatches).toEqual([]);
  });
});

describe("monthly partitions", () => {
  let clone: ClonedDatabase;

  beforeAll(async () => {
    clone = await cloneDatabase();
  });

  afterAll(() => clone.close());

  const listPartitions = async () =>
    (
      await clone.query<{ name: string }>(
        `select c.relname as name from pg_inherits i join pg_class c on c.oid = i.inhrelid
         where i.inhparent in ('ledger_entry'::regclass, 'request_hour'::regclass, 'usage_hour'::regclass)
           and c.relkind = 'r' order by 1`,
      )
    ).map(({ name }) => name);

  it("exist for this month and three ahead, of every table", async () => {
    const months = [0, 1, 2, 3].map((ahead) => {
      const now = new Date();
      return new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() + ahead)).toISOString().slice(0, 7);
    });
    const suffixes = months.map((month) => month.replace("-", "_"));
    expect(await listPartitions()).toEqual([
      ...suffixes.map((suffix) => `ledger_entry_${suffix}`),
      ...suffixes.map((suffix) => `request_hour_${suffix}`),
      ...suffixes.map((suffix) => `usage_hour_${suffix}`),
    ]);
  });

  it("are created where they are missing, and only there", async () => {
    expect(await createMonthPartitions(clone.database, 3)).toBe(0);
    expect(await createMonthPartitions(clone.database, 5)).toBe(6);
    expect(await createMonthPartitions(clone.database, 5)).toBe(0);
    const [, second] = await listPartitions();
    await clone.query(`drop table ${second}`);
    expect(await createMonthPartitions(clone.database, 5)).toBe(1);
    expect(await listPartitions()).toHaveLength(18);
  });

  it("are created once when several workers try at the same moment", async () => {
    const pools = Array.from({ length: 4 }, (_, i) => clone.connect(`worker-${i}`, 1));
    const created = await Promise.allSettled(pools.map((pool) => createMonthPartitions(pool, 9)));
    expect(created.filter(({ status }) => status === "rejected")).toEqual([]);
    expect(await listPartitions()).toHaveLength(30);
  });

  it("take the entries of their month in UTC, whatever the session's time zone was", async () => {
    const url = `${clone.url}?options=-c%20TimeZone%3DPacific/Auckland`;
    const elsewhere = connectDatabase({
      url,
      poolSize: 1,
      applicationName: "auckland",
      onConnectionError() {},
    });
    expect(await createMonthPartitions(elsewhere, 11)).toBe(6);
    await elsewhere.destroy();
    const now = new Date();
    const moments = [10, 11].flatMap((ahead) => {
      const first = Date.UTC(now.getUTCFullYear(), now.getUTCMonth() + ahead);
      const last = Date.UTC(now.getUTCFullYear(), now.getUTCMonth() + ahead + 1) - 1;
      return [new Date(first), new Date(last)];
    });
    for (const moment of moments) {
      const [row] = await clone.query<{ partition: string }>(
        `insert into ledger_entry (account_id, created_at, kind, amount) values ($1, $2, 'grant', 1)
         returning tableoid::regclass::text as partition`,
        [randomUUID(), moment],
      );
      expect(row?.partition).toBe(`ledger_entry_${moment.toISOString().slice(0, 7).replace("-", "_")}`);
    }
  });
});
