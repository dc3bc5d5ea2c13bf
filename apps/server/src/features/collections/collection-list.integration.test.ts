import { randomUUID } from "node:crypto";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { CollectionOrder } from "@mintwright/api-contract";
import { afterAll, beforeAll, expect, it } from "vitest";
import { createDirectoryStore } from "../../engines/storage/index.ts";
import { type ClonedDatabase, cloneDatabase } from "../../platform/__fixtures__/cloned-database.ts";
import { createLogger } from "../../platform/logging.ts";
import { plantCollection } from "../__fixtures__/index.ts";
import { createAccount } from "../accounts/index.ts";
import { type CollectionService, createCollectionService } from "./collections.service.ts";

const folder = mkdtempSync(join(tmpdir(), "mintwright-list-"));
let clone: ClonedDatabase;
let accountId: string;
let collections: CollectionService;
/** In the order of creation. Without a name, the prompt counts: "harbour foxes". */
const planted = [
  { name: "Zebras", amount: 2 },
  { name: null, amount: 3 },
  { name: "alpacas 100%", amount: 1 },
  { name: "Zebras", amount: 3 },
];
const ids: string[] = [];

beforeAll(async () => {
  clone = await cloneDatabase();
  accountId = await createAccount(clone.database, `${randomUUID()}@example.com`, 0);
  const enqueue = async () => {};
  collections = createCollectionService({
    database: clone.database,
    enqueue,
    logger: createLogger("silent"),
  });
  for (const [index, { name, amount }] of planted.entries()) {
    const state = index === 2 ? "failed" : "completed";
    const store = createDirectoryStore(folder);
    const { collectionId } = await plantCollection(clone.database, store, { accountId, amount, state });
    if (name) await collections.rename(accountId, collectionId, name);
    ids.push(collectionId);
  }
});

afterAll(async () => {
  await clone.close();
  rmSync(folder, { recursive: true });
});

/** Lists one collection per page, as the places of those that were planted. */
async function list(sort: CollectionOrder, filter: { search?: string; status?: "failed" } = {}) {
  const places: number[] = [];
  for (let cursor: string | null | undefined; cursor !== null; ) {
    const page = await collections.list(accountId, { limit: 1, cursor, sort, ...filter });
    places.push(...page.collections.map(({ collectionId }) => ids.indexOf(collectionId)));
    cursor = page.nextCursor;
  }
  return places;
}

it("lists every collection once, in each order", async () => {
  expect(await list("newest")).toEqual([3, 2, 1, 0]);
  expect(await list("oldest")).toEqual([0, 1, 2, 3]);
  const byName = await list("name");
  expect(byName.slice(0, 2)).toEqual([2, 1]);
  expect(byName.slice(2).sort()).toEqual([0, 3]);
  const bySize = await list("largest");
  expect(bySize.slice(0, 2).sort()).toEqual([1, 3]);
  expect(bySize.slice(2)).toEqual([0, 2]);
});

it("finds words of names and prompts, and filters by status", async () => {
  expect(await list("newest", { search: "ZEBRA" })).toEqual([3, 0]);
  expect(await list("newest", { search: "harbour" })).toEqual([3, 2, 1, 0]);
  expect(await list("newest", { search: "100%" })).toEqual([2]);
  expect(await list("newest", { search: "_" })).toEqual([]);
  expect(await list("oldest", { status: "failed" })).toEqual([2]);
});

it("refuses a position of another order", async () => {
  const { nextCursor } = await collections.list(accountId, { limit: 1, sort: "name" });
  const page = { limit: 1, cursor: nextCursor ?? "", sort: "newest" as const };
  await expect(collections.list(accountId, page)).rejects.toThrow("cursor must be");
});

it("is empty for another account, which cannot rename", async () => {
  const stranger = await createAccount(clone.database, `${randomUUID()}@example.com`, 0);
  expect((await collections.list(stranger, { limit: 10, sort: "name" })).collections).toEqual([]);
  await expect(collections.rename(stranger, ids[0] ?? "", "Mine")).rejects.toThrow("no collection");
});
