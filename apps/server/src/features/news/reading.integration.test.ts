import { afterAll, beforeAll, expect, it } from "vitest";
import { type ClonedDatabase, cloneDatabase } from "../../platform/__fixtures__/cloned-database.ts";
import { createAccount } from "../accounts/index.ts";
import { countFreeArticles, takeFreeArticles } from "./reading.repository.ts";

let clone: ClonedDatabase;

beforeAll(async () => {
  clone = await cloneDatabase();
});

afterAll(() => clone.close());

it("gives articles until the allowance of the day is used up, also to requests at the same time", async () => {
  const { database } = clone;
  const accountId = await createAccount(database, "reader@example.com", 0);
  const take = (articles: number) => takeFreeArticles(database, accountId, { articles, perDay: 30 });
  expect(await countFreeArticles(database, accountId)).toBe(0);
  expect(await take(31)).toBe(false);
  const taken = await Promise.all(Array.from({ length: 8 }, () => take(10)));
  expect(taken.filter(Boolean)).toHaveLength(3);
  expect(await countFreeArticles(database, accountId)).toBe(30);
  expect(await take(1)).toBe(false);
  await clone.query("update news_reading set day = day - 1");
  expect(await countFreeArticles(database, accountId)).toBe(0);
  expect(await take(10)).toBe(true);
  expect(await countFreeArticles(database, accountId)).toBe(10);
});
