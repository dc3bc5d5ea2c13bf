import { createTestAccount, createTestKey, type TestAccount } from "@mintwright/test-harness";
import { afterAll, beforeAll, expect, it } from "vitest";
import { callApi, enhancePrompt, getLedgerPage, type LedgerEntry } from "./call-api.ts";
import { expectError, expectInvalid } from "./expect-error.ts";
import { type Installation, startInstallation } from "./installation.ts";

let installation: Installation;
let api: Installation["api"];
let owner: TestAccount;
let stranger: TestAccount;

beforeAll(async () => {
  installation = await startInstallation();
  api = installation.api;
  owner = await createTestAccount(installation.database.url);
  stranger = await createTestAccount(installation.database.url);
  // At once, so that many entries are of the same moment.
  await Promise.all(
    Array.from({ length: 21 }, (_, index) => {
      const { key } = index % 3 ? owner : stranger;
      return enhancePrompt(api, key, { headers: { "x-request-id": `call-${index}` } });
    }),
  );
});

afterAll(() => installation?.stop());

async function readAll(key: string, limit: number): Promise<LedgerEntry[][]> {
  const pages: LedgerEntry[][] = [];
  let cursor: string | null = "";
  while (cursor !== null) {
    const page = await getLedgerPage(api, key, `?limit=${limit}${cursor && `&cursor=${cursor}`}`);
    pages.push(page.entries);
    cursor = page.nextCursor;
  }
  return pages;
}

it("has an entry for each movement: granted, held and captured, with the request and key that caused it", async () => {
  const entries = (await readAll(owner.key, 100)).flat();
  expect(entries.at(-1)).toStrictEqual({
    id: expect.any(String),
    kind: "grant",
    amount: 100,
    operation: null,
    requestId: null,
    keyId: null,
    note: "first credits",
    createdAt: expect.any(String),
  });
  const movements = entries.slice(0, -1);
  for (const entry of movements) {
    expect(entry).toMatchObject({ amount: 0.5, operation: "enhancePrompt", keyId: owner.keyId, note: null });
  }
  const kindsByRequest = Map.groupBy(movements, ({ requestId }) => requestId);
  expect([...kindsByRequest.keys()].sort()).toEqual(
    Array.from({ length: 21 }, (_, index) => index)
      .filter((index) => index % 3 !== 0)
      .map((index) => `call-${index}`)
      .sort(),
  );
  for (const pair of kindsByRequest.values()) {
    expect(pair.map(({ kind }) => kind).sort()).toEqual(["capture", "hold"]);
  }
});

it.each([1, 3, 7, 29, 100])(
  "can be paged by %i to its end without loss or repeat, newest first",
  async (limit) => {
    const pages = await readAll(owner.key, limit);
    const entries = pages.flat();
    expect(entries).toHaveLength(29);
    expect(new Set(entries.map(({ id }) => id)).size).toBe(29);
    for (const page of pages.slice(0, -1)) expect(page).toHaveLength(limit);
    expect(pages.at(-1)?.length).toBeGreaterThan(0);
    const moments = entries.map(({ createdAt }) => createdAt);
    expect(moments).toEqual(moments.toSorted().toReversed());
  },
);

it("has pages of 20 unless told otherwise", async () => {
  const page = await getLedgerPage(api, owner.key, "");
  expect(page.entries).toHaveLength(20);
  expect(page.nextCursor).toEqual(expect.any(String));
});

it("repeats nothing when entries are added while it is paged", async () => {
  const { accountId, key } = await createTestAccount(installation.database.url);
  for (let i = 0; i < 3; i++) await enhancePrompt(api, key);
  const first = await getLedgerPage(api, key, "?limit=4");
  await enhancePrompt(api, (await createTestKey(installation.database.url, accountId)).key);
  const rest = await getLedgerPage(api, key, `?limit=4&cursor=${first.nextCursor}`);
  expect(rest.nextCursor).toBeNull();
  const ids = [...first.entries, ...rest.entries].map(({ id }) => id);
  expect(new Set(ids).size).toBe(7);
});

it("refuses a cursor that it did not give with 400", async () => {
  for (const cursor of ["not a cursor", "x".repeat(201), "a%00b", "../.."]) {
    const answer = await callApi(api, `/credits/ledger?cursor=${cursor}`, { key: owner.key });
    expectInvalid(answer, "cursor");
  }
  const encode = (value: unknown) => Buffer.from(JSON.stringify(value)).toString("base64url");
  for (const forged of ["abc", encode([]), encode(["2026-01-01", 1]), encode(["2026-01-01 00:00:00", "1"])]) {
    const answer = await callApi(api, `/credits/ledger?cursor=${forged}`, { key: owner.key });
    const { message } = expectError(answer, 400, "invalid_request");
    expect(message).toBe("cursor must be the nextCursor of an earlier answer.");
  }
});

it("refuses a forged cursor whose date does not exist with 400, not 500", async () => {
  for (const moment of ["2026-13-45 00:00:00", "2026-02-30 00:00:00", "2026-01-01 99:99:99"]) {
    const cursor = Buffer.from(JSON.stringify([moment, 1])).toString("base64url");
    const answer = await callApi(api, `/credits/ledger?cursor=${cursor}`, { key: owner.key });
    expectError(answer, 400, "invalid_request");
  }
});

it("answers an unexpected failure with 500 in the error shape, without a word about its cause [ERR-9]", async () => {
  const { database } = installation;
  await database.query("alter table ledger_entry rename to ledger_entry_away");
  try {
    const answer = await callApi(api, "/credits/ledger", { key: owner.key });
    const { message } = expectError(answer, 500, "internal_error");
    expect(message).toBe(
      "Something went wrong on our side. Nothing is charged; try again, and report the request id if it happens again.",
    );
    expect(answer.text).not.toContain("ledger_entry");
  } finally {
    await database.query("alter table ledger_entry_away rename to ledger_entry");
  }
  expect((await callApi(api, "/credits/ledger", { key: owner.key })).status).toBe(200);
});
