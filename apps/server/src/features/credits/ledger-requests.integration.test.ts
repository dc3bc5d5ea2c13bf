import { randomUUID } from "node:crypto";
import type { LedgerRequest } from "@mintwright/api-contract";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { type ClonedDatabase, cloneDatabase } from "../../platform/__fixtures__/cloned-database.ts";
import { createKeyedAccount } from "../__fixtures__/index.ts";
import { getAccountCredits, grantCredits } from "./grants.repository.ts";
import { listLedgerRequests } from "./ledger-requests.ts";
import { verifyLedger } from "./verify-ledger.ts";

let clone: ClonedDatabase;
let accountId: string;
let keyId: string;

beforeAll(async () => {
  clone = await cloneDatabase();
});
afterAll(async () => {
  expect((await verifyLedger(clone.database)).mismatches).toEqual([]);
  await clone.close();
});
beforeEach(async () => {
  ({ accountId, keyId } = await createKeyedAccount(clone.database, { amount: 10_000 }));
});

async function hold(requestId: string, amount: number, operation = "generateImage") {
  const holdId = randomUUID();
  await clone.query("select hold_for_work($1, $2, $3, $4, $5, $6)", [
    ...[accountId, keyId, holdId, amount, operation, requestId],
  ]);
  return {
    capture: (part: number) =>
      clone.query("select settle_held_part($1, $2, $3, true)", [accountId, holdId, part]),
    release: () => clone.query("select release_adopted_hold($1, $2)", [accountId, holdId]),
  };
}

const list = (query: Partial<Parameters<typeof listLedgerRequests>[2]> = {}) =>
  listLedgerRequests(clone.database, accountId, { limit: 100, ...query });

async function readPages(limit: number, between?: () => Promise<unknown>): Promise<LedgerRequest[]> {
  const rows: LedgerRequest[] = [];
  let cursor: string | undefined;
  do {
    const page = await list({ limit, cursor });
    rows.push(...page.requests);
    cursor = page.nextCursor ?? undefined;
    await between?.();
  } while (cursor);
  return rows;
}

/** Every row adds its change to the balance of the row below it, and the first row has the balance of the account. */
async function expectToAddUp(rows: LedgerRequest[]) {
  const { balance } = await getAccountCredits(clone.database, accountId);
  expect(rows[0]?.balance).toBe(balance / 100);
  for (const [index, row] of rows.entries()) {
    const below = rows[index + 1]?.balance ?? 0;
    expect(row.balance).toBeCloseTo(below + row.change, 9);
    expect(row.entries[0]?.balance).toBe(row.balance);
  }
}

describe("the ledger by request", () => {
  it("shows a call that was held, charged in part and released as one row with its entries and balances", async () => {
    const call = await hold("call", 500);
    await call.capture(300);
    await call.release();
    const { requests, nextCursor } = await list();
    expect(nextCursor).toBeNull();
    expect(requests.map(({ kind, requestId, change }) => [kind, requestId, change])).toEqual([
      ["request", "call", -3],
      ["grant", null, 100],
    ]);
    expect(requests[0]).toMatchObject({
      ...{ operation: "generateImage", keyId, note: null, charged: 3, held: 0, released: 2, balance: 97 },
      entryCount: 3,
    });
    expect(requests[0]?.entries.map(({ kind, amount, balance }) => [kind, amount, balance])).toEqual([
      ["release", 2, 97],
      ["capture", 3, 95],
      ["hold", 5, 95],
    ]);
    expect(requests[1]).toMatchObject({ charged: 0, held: 0, balance: 100, entryCount: 1 });
  });

  it("adds up when requests run at the same time, and says what is still held", async () => {
    const [slow, quick] = [await hold("slow", 400), await hold("quick", 200)];
    await quick.capture(200);
    await grantCredits(clone.database, accountId, 50, "more");
    const last = await hold("last", 100);
    await slow.capture(100);
    await last.release();
    const { requests } = await list();
    expect(
      requests.map(({ requestId, note, charged, held, balance }) => [
        requestId ?? note,
        charged,
        held,
        balance,
      ]),
    ).toEqual([
      ["last", 0, 0, 94.5],
      ["more", 0, 0, 94.5],
      ["quick", 2, 0, 94],
      ["slow", 1, 3, 96],
      ["first credits", 0, 0, 100],
    ]);
    await expectToAddUp(requests);
  });

  it("has the same rows and balances on pages of any size", async () => {
    for (let n = 0; n < 9; n++) {
      const call = await hold(`call-${n}`, 100 + n);
      if (n % 3) await call.capture(50);
      if (n % 2) await call.release();
    }
    const whole = (await list()).requests;
    expect(whole).toHaveLength(10);
    await expectToAddUp(whole);
    for (const limit of [1, 3, 7, 10]) expect(await readPages(limit)).toEqual(whole);
  });

  it("shows on later pages what it was when the first was read", async () => {
    const old = await hold("old", 300);
    for (let n = 0; n < 5; n++) await hold(`call-${n}`, 100);
    const before = (await list()).requests;
    let changes = 0;
    const rows = await readPages(2, async () => {
      if (changes++ === 0) {
        await old.release();
        await hold("new", 50);
      }
    });
    expect(rows).toEqual(before);
    const { requests } = await list();
    expect(requests.map(({ requestId }) => requestId)).toEqual([
      ...["new", "call-4", "call-3", "call-2", "call-1", "call-0", "old", null],
    ]);
    await expectToAddUp(requests);
  });

  it("shows the newest entries of a request with many, and the sums of all", async () => {
    const order = await hold("order", 3_000);
    for (let n = 0; n < 24; n++) await order.capture(100);
    const [row] = (await list()).requests;
    expect(row).toMatchObject({ charged: 24, held: 6, change: -30, balance: 70, entryCount: 25 });
    expect(row?.entries).toHaveLength(20);
    expect(new Set(row?.entries.map(({ kind }) => kind))).toEqual(new Set(["capture"]));
  });

  it("filters rows by key, operation, request and the kind of their entries, then without balances", async () => {
    const [first, second] = [await hold("first", 100), await hold("second", 200, "enhancePrompt")];
    await first.capture(100);
    await second.release();
    const idsOf = async (filter: Parameters<typeof list>[0]) => {
      const { requests } = await list(filter);
      expect(requests.map(({ balance }) => balance)).toEqual(requests.map(() => null));
      return requests.map(({ requestId }) => requestId);
    };
    expect(await idsOf({ kind: "capture" })).toEqual(["first"]);
    expect(await idsOf({ kind: "release" })).toEqual(["second"]);
    expect(await idsOf({ kind: "hold" })).toEqual(["second", "first"]);
    expect(await idsOf({ kind: "grant" })).toEqual([null]);
    expect(await idsOf({ operation: "enhancePrompt" })).toEqual(["second"]);
    expect(await idsOf({ keyId })).toEqual(["second", "first"]);
    expect(await idsOf({ requestId: "first" })).toEqual(["first"]);
    expect(await idsOf({ requestId: "unknown" })).toEqual([]);
  });

  it("lists older entries with higher ids, as an account that was moved has them", async () => {
    await clone.query(
      `insert into ledger_entry (account_id, created_at, entry_id, kind, amount, request_id)
       select $1, now() - interval '1 hour', 1000000000 + n, kind::ledger_kind, 5, 'moved'
       from unnest(array['hold', 'release']) with ordinality as k (kind, n)`,
      [accountId],
    );
    const { requests } = await list();
    expect(requests.map(({ requestId }) => requestId)).toEqual([null, "moved"]);
    expect(requests[1]).toMatchObject({ released: 0.05, change: 0, entryCount: 2 });
    await clone.query("delete from ledger_entry where request_id = 'moved'");
  });

  it("keeps requests of the same id apart by account", async () => {
    await hold("same", 100);
    const other = await createKeyedAccount(clone.database);
    expect((await listLedgerRequests(clone.database, other.accountId, { limit: 9 })).requests).toMatchObject([
      { kind: "grant", balance: 100 },
    ]);
  });

  it("goes on after many entries of one request instead of reading them all for one page", async () => {
    await hold("before", 100);
    const order = await hold("order", 9_000);
    await order.capture(1);
    await clone.query(
      `insert into ledger_entry (account_id, kind, amount, operation, key_id, request_id)
       select $1, 'capture', 1, 'generateImage', $2, 'order' from generate_series(1, 20001)`,
      [accountId, keyId],
    );
    const first = await list({ limit: 2 });
    expect(first.requests).toEqual([]);
    expect(first.nextCursor).toEqual(expect.any(String));
    const rest = await list({ limit: 5, cursor: first.nextCursor ?? "" });
    expect(rest.requests.map(({ requestId, balance }) => [requestId, balance])).toEqual([
      ["order", 9],
      ["before", 99],
      [null, 100],
    ]);
    expect(rest.nextCursor).toBeNull();
    await clone.query("delete from ledger_entry where account_id = $1 and amount = 1", [accountId]);
    await clone.query(
      `insert into ledger_entry (account_id, kind, amount, request_id) values ($1, 'capture', 1, 'order')`,
      [accountId],
    );
  });

  it.each([
    ["text", "hello"],
    ["a cursor of the entries", ["2024-01-01 00:00:00", 1]],
    ["a balance of another kind", ["2024-01-01 00:00:00", 1, "1", 1, "2024-01-01 00:00:00"]],
    ["a broken id", ["2024-01-01 00:00:00", 1, 1, 1.5, "2024-01-01 00:00:00"]],
  ])("refuses %s as a cursor", async (_case, value) => {
    const cursor = Buffer.from(JSON.stringify(value)).toString("base64url");
    await expect(list({ cursor })).rejects.toMatchObject({ code: "invalid_request" });
  });
});
