import { appendFileSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { sql } from "kysely";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type ClonedDatabase, cloneDatabase } from "../../platform/__fixtures__/cloned-database.ts";
import { startRound, uninterrupted } from "../../platform/database/clean-up-round.ts";
import { createKeyedAccount } from "../__fixtures__/index.ts";
import { createPastMonth, plantMonth } from "./__fixtures__/past-month.ts";
import { listLedgerEntries } from "./credits.service.ts";
import { grantCredits } from "./grants.repository.ts";
import { detachLedgerMonth, exportLedgerMonth, restoreLedgerMonth } from "./ledger-archive.ts";
import { listLedgerMonths, sealLedgerMonths } from "./ledger-seals.repository.ts";
import { verifyLedger, verifyOneSealedMonth, verifyWholeLedger } from "./verify-ledger.ts";

const folder = mkdtempSync(join(tmpdir(), "mintwright-ledger-"));
let clone: ClonedDatabase;
let older: string;
let newer: string;
let one: string;
let other: string;
let removed: string;

beforeAll(async () => {
  clone = await cloneDatabase();
  [older, newer] = [await createPastMonth(clone, 3), await createPastMonth(clone, 2)];
  const create = async () => (await createKeyedAccount(clone.database)).accountId;
  [one, other, removed] = [await create(), await create(), await create()];
  for (const month of [older, newer])
    for (const accountId of [one, other, removed])
      await plantMonth(clone, month, accountId, { granted: 10_000, calls: 700 });
  await grantCredits(clone.database, one, 7, "in the open month");
});

afterAll(async () => {
  await clone.close();
  rmSync(folder, { recursive: true });
});

const isClean = async () => {
  expect((await verifyLedger(clone.database)).mismatches).toEqual([]);
  expect((await verifyWholeLedger(clone.database)).mismatches).toEqual([]);
};
const statesOf = async () =>
  Object.fromEntries((await listLedgerMonths(clone.database)).map(({ month, state }) => [month, state]));
const tableOf = (month: string) => `ledger_entry_${month.replace("-", "_")}`;

describe("sealing", () => {
  it("can be stopped and continued, and leaves the current month open", async () => {
    await isClean();
    let turns = 0;
    // Over after the second batch: 1,401 entries of each account do not fit into one of 1,000.
    const short = { isOver: () => ++turns > 3, rest: async () => {} };
    expect(await sealLedgerMonths(clone.database, short)).toEqual([]);
    expect((await statesOf())[older]).toBe("open");
    await isClean();
    expect(await sealLedgerMonths(clone.database, startRound())).toEqual([older, newer]);
    expect(await sealLedgerMonths(clone.database, startRound())).toEqual([]);
    const months = await listLedgerMonths(clone.database);
    expect(months.slice(0, 2)).toMatchObject([
      { month: older, state: "sealed", entries: 3 * 1_401 },
      { month: newer, state: "sealed", entries: 3 * 1_401 },
    ]);
    expect(months.slice(2).map(({ state }) => state)).toEqual(months.slice(2).map(() => "open"));
    await isClean();
  });

  it("lets the check read the open months only", async () => {
    const readEntries = async () => {
      const [row] = await clone.query<{ count: number }>(
        "select (seq_tup_read + coalesce(idx_tup_fetch, 0))::int as count from pg_stat_user_tables where relname = $1",
        [tableOf(older)],
      );
      return row?.count;
    };
    const checker = clone.connect("checker", 1);
    const flush = () => sql`select pg_stat_force_next_flush()`.execute(checker);
    const before = await readEntries();
    await verifyLedger(checker);
    await flush();
    expect(await readEntries()).toBe(before);
    await verifyWholeLedger(checker);
    await flush();
    expect(await readEntries()).toBeGreaterThan(before ?? 0);
  });

  it.each([
    [
      "an entry that was invented",
      "insert into $T (account_id, created_at, kind, amount) values ($1, $2, 'release', 1)",
      /has 1402 entries, 1401 were sealed/,
    ],
    [
      "an entry that vanished",
      "delete from $T where account_id = $1 and kind = 'grant' and $2 = $2",
      /has 1400 entries, 1401 were sealed/,
    ],
    [
      "an amount that was changed",
      "update $T set amount = amount + 1 where account_id = $1 and request_id = 'r9' and kind = 'hold' and $2 = $2",
      /was changed after/,
    ],
    [
      "a note that was changed",
      "update $T set note = 'other' where account_id = $1 and kind = 'grant' and $2 = $2",
      /was changed after/,
    ],
  ])("lets the whole check find %s in a sealed month", async (_case, damage, words) => {
    const copy = `copy_of_${tableOf(older)}`;
    await clone.query(`create table ${copy} as table ${tableOf(older)}`);
    await clone.query(damage.replace("$T", tableOf(older)).replaceAll("$2", `'${older}-20'::timestamptz`), [
      other,
    ]);
    expect((await verifyLedger(clone.database)).mismatches).toEqual([]);
    const found = [{ accountId: other, problem: expect.stringMatching(words) }];
    expect((await verifyWholeLedger(clone.database)).mismatches).toEqual(found);
    // The worker's own check reads the month that it has not read for longest, and comes to it.
    await clone.query("update ledger_seal set verified_at = now() - interval '1 day' where month = $1", [
      `${older}-01`,
    ]);
    expect(await verifyOneSealedMonth(clone.database, uninterrupted)).toEqual(found);
    await clone.query(`truncate ${tableOf(older)}`);
    await clone.query(`insert into ${tableOf(older)} table ${copy}`);
    await clone.query(`drop table ${copy}`);
    await isClean();
  });

  it("lets the quick check find a changed seal and a changed account", async () => {
    await clone.query("update ledger_seal set grants = grants + 1 where month = $1", [`${older}-01`]);
    expect((await verifyLedger(clone.database)).mismatches).toEqual([
      { accountId: `month ${older}`, problem: expect.stringMatching(/not the sum/) },
    ]);
    await clone.query("update ledger_seal set grants = grants - 1 where month = $1", [`${older}-01`]);
    await clone.query(
      "update ledger_account_seal set grants = grants + 1 where month = $1 and account_id = $2",
      [`${older}-01`, one],
    );
    expect((await verifyLedger(clone.database)).mismatches).toEqual([
      { accountId: `month ${older}`, problem: expect.stringMatching(/not the sum/) },
      { accountId: one, problem: "granted 30007, ledger says 30008" },
    ]);
    await clone.query(
      "update ledger_account_seal set grants = grants - 1 where month = $1 and account_id = $2",
      [`${older}-01`, one],
    );
    await clone.query(
      "update account set granted = granted + 3, balance = balance + 3 where account_id = $1",
      [one],
    );
    expect((await verifyLedger(clone.database)).mismatches).toEqual([
      { accountId: one, problem: "granted 30010, ledger says 30007" },
    ]);
    await clone.query(
      "update account set granted = granted - 3, balance = balance - 3 where account_id = $1",
      [one],
    );
    await isClean();
  });
});

describe("a sealed month", () => {
  const fileOf = (name: string) => join(folder, `${name}.csv`);

  it("can be detached, says so in the list of entries, and can be restored", async () => {
    const file = fileOf("month");
    const { entries, sha256 } = await detachLedgerMonth(clone.database, clone.url, { month: older, file });
    expect(entries).toBe(3 * 1_401);
    expect(readFileSync(file, "utf8").trimEnd().split("\n")).toHaveLength(1 + entries);
    expect(await clone.query("select 1 from pg_class where relname = $1", [tableOf(older)])).toEqual([]);
    expect(await statesOf()).toMatchObject({ [older]: "detached", [newer]: "sealed" });
    await isClean();
    // Again, as after an interruption.
    expect(await detachLedgerMonth(clone.database, clone.url, { month: older, file })).toEqual({
      entries,
      sha256,
    });

    const page = (cursor?: string) => listLedgerEntries(clone.database, one, { limit: 1_000, cursor });
    const first = await page();
    expect(first.archivedMonths).toBeUndefined();
    const last = await page(first.nextCursor ?? undefined);
    expect(last).toMatchObject({ nextCursor: null, archivedMonths: [older] });

    const stored = readFileSync(file);
    appendFileSync(file, "x");
    const restore = () => restoreLedgerMonth(clone.database, clone.url, { month: older, file });
    await expect(restore()).rejects.toThrow(/has SHA-256 .* Use the file of that export/);
    writeFileSync(file, stored);
    await clone.query("select delete_account($1)", [removed]);
    await isClean();
    await restore();
    await isClean();
    expect(await statesOf()).toMatchObject({ [older]: "sealed" });
    const counts = await clone.query(
      `select account_id, count(*)::int from ${tableOf(older)} group by 1 order by 1`,
    );
    expect(counts).toEqual([one, other].sort().map((account_id) => ({ account_id, count: 1_401 })));
    expect((await listLedgerEntries(clone.database, one, { limit: 1_000 })).archivedMonths).toBeUndefined();
    await grantCredits(clone.database, one, 1, "goes on");
    await isClean();
  });

  it("is not exported while it is open or when it differs from its seal", async () => {
    const month = new Date().toISOString().slice(0, 7);
    await expect(
      exportLedgerMonth(clone.database, clone.url, { month, file: fileOf("open") }),
    ).rejects.toThrow(`The month ${month} is open; only a sealed month can be exported.`);
    await clone.query(
      `update ${tableOf(newer)} set amount = amount + 1 where kind = 'grant' and account_id = $1`,
      [one],
    );
    await expect(
      detachLedgerMonth(clone.database, clone.url, { month: newer, file: fileOf("wrong") }),
    ).rejects.toThrow(/differ from its seal.*Nothing was changed/);
    await clone.query(
      `update ${tableOf(newer)} set amount = amount - 1 where kind = 'grant' and account_id = $1`,
      [one],
    );
    await isClean();
  });
});
