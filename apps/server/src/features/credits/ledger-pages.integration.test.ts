import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type ClonedDatabase, cloneDatabase } from "../../platform/__fixtures__/cloned-database.ts";
import { createAccount } from "../accounts/index.ts";
import { listLedgerEntries } from "./credits.service.ts";

let clone: ClonedDatabase;
let accountId: string;

beforeAll(async () => {
  clone = await cloneDatabase();
  accountId = await createAccount(clone.database, "owner@example.com", 0);
  // Entries of one statement share their time; others differ by microseconds, which JavaScript's dates do not know.
  await clone.query(
    `insert into ledger_entry (account_id, created_at, kind, amount, note)
     select $1, date_trunc('month', now()) + (n / 7) * interval '1 microsecond', 'grant', n, n::text
     from generate_series(1, 60) as n`,
    [accountId],
  );
  const other = await createAccount(clone.database, "other@example.com", 700);
  await clone.query("update ledger_entry set created_at = date_trunc('month', now()) where account_id = $1", [
    other,
  ]);
});

afterAll(() => clone.close());

async function readAll(limit: number): Promise<{ notes: string[]; pages: number }> {
  const notes: string[] = [];
  let cursor: string | undefined;
  for (let pages = 1; ; pages++) {
    const page = await listLedgerEntries(clone.database, accountId, { limit, cursor });
    expect(page.entries.length).toBeLessThanOrEqual(limit);
    notes.push(...page.entries.map(({ note }) => note ?? ""));
    if (page.nextCursor === null) return { notes, pages };
    cursor = page.nextCursor;
  }
}

describe("pages of the ledger", () => {
  const newestFirst = Array.from({ length: 60 }, (_, index) => String(60 - index));

  it.each([
    [1, 60],
    [5, 12],
    [7, 9],
    [20, 3],
    [59, 2],
    [60, 1],
    [100, 1],
  ])(
    "of %d show every entry once, newest first, also where equal times meet the border",
    async (limit, pages) => {
      expect(await readAll(limit)).toEqual({ notes: newestFirst, pages });
    },
  );

  it("show only the entries of the request that is asked for", async () => {
    await clone.query(
      `insert into ledger_entry (account_id, kind, amount, request_id)
       select account_id, kind::ledger_kind, 2, 'asked' from account cross join (values ('hold'), ('capture')) as k(kind)`,
    );
    const { entries } = await listLedgerEntries(clone.database, accountId, { limit: 5, requestId: "asked" });
    expect(entries.map(({ kind, requestId }) => [kind, requestId])).toEqual([
      ["capture", "asked"],
      ["hold", "asked"],
    ]);
    await clone.query("delete from ledger_entry where request_id = 'asked'");
  });

  it("show each entry as the contract says", async () => {
    const { entries } = await listLedgerEntries(clone.database, accountId, { limit: 1 });
    expect(entries).toEqual([
      {
        id: expect.stringMatching(/^\d+$/),
        kind: "grant",
        amount: 0.6,
        operation: null,
        requestId: null,
        keyId: null,
        note: "60",
        createdAt: expect.stringMatching(/^\d{4}-\d\d-01T00:00:00\.000Z$/),
      },
    ]);
  });

  it("are not disturbed by entries that arrive meanwhile", async () => {
    const first = await listLedgerEntries(clone.database, accountId, { limit: 30 });
    await clone.query(
      "insert into ledger_entry (account_id, kind, amount, note) values ($1, 'grant', 1, 'new')",
      [accountId],
    );
    const second = await listLedgerEntries(clone.database, accountId, {
      limit: 30,
      cursor: first.nextCursor ?? undefined,
    });
    expect(second.entries.map(({ note }) => note)).toEqual(newestFirst.slice(30));
    expect(second.nextCursor).toBeNull();
    await clone.query("delete from ledger_entry where note = 'new'");
  });

  it("are empty for an account without entries", async () => {
    const empty = await createAccount(clone.database, "empty@example.com", 0);
    expect(await listLedgerEntries(clone.database, empty, { limit: 5 })).toEqual({
      entries: [],
      nextCursor: null,
    });
  });
});

describe("a cursor", () => {
  const encode = (value: unknown) => Buffer.from(JSON.stringify(value)).toString("base64url");
  const list = (cursor: string) => listLedgerEntries(clone.database, accountId, { limit: 5, cursor });

  it("has only characters that stand in an address as they are", async () => {
    const { nextCursor } = await listLedgerEntries(clone.database, accountId, { limit: 3 });
    expect(nextCursor).toMatch(/^[A-Za-z0-9_-]{1,200}$/);
  });

  it.each([
    ["text", "hello"],
    ["no JSON", Buffer.from("{").toString("base64url")],
    ["an object", encode({ a: 1 })],
    ["a single value", encode(["2024-01-01 00:00:00"])],
    ["SQL", encode(["2024-01-01 00:00:00'; drop table account; --", 1])],
    ["a negative id", encode(["2024-01-01 00:00:00", -1])],
    ["a broken id", encode(["2024-01-01 00:00:00", 1.5])],
    ["an id beyond all numbers", encode(["2024-01-01 00:00:00", 1e300])],
    ["a month that does not exist", encode(["2024-13-01 00:00:00", 1])],
    ["a day that does not exist", encode(["2024-02-30 00:00:00", 1])],
    ["an hour that does not exist", encode(["2024-01-01 25:00:00", 1])],
    ["a year beyond all calendars", encode(["999999-01-01 00:00:00", 1])],
    ["the year zero", encode(["0000-01-01 00:00:00", 1])],
  ])("that is %s is refused as the caller's mistake", async (_case, cursor) => {
    await expect(list(cursor)).rejects.toMatchObject({
      code: "invalid_request",
      message: expect.stringContaining("cursor must be the nextCursor of an earlier answer"),
    });
  });
});
