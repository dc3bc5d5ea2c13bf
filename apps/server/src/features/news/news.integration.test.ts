import { PGlite } from "@electric-sql/pglite";
import { createOperations, type NewsQuery } from "@mintwright/api-contract";
import { sql } from "kysely";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type Database, openEmbeddedDatabase } from "../../platform/database/database.ts";
import { migrateEmbeddedDatabase } from "../../platform/database/migrations.ts";
import { storeReports } from "./gathering/store-reports.ts";
import { listNews } from "./news.service.ts";
import { loadNewsSamples } from "./samples/load-samples.ts";
import { newsSamples } from "./samples/news-samples.ts";

let database: Database;

beforeAll(async () => {
  database = openEmbeddedDatabase(new PGlite());
  await migrateEmbeddedDatabase(database);
});

afterAll(() => database.destroy());

const read = (query: Record<string, unknown> = {}) =>
  listNews(database, createOperations().listNews.query?.parse(query) as NewsQuery, {
    publicUrl: "https://api.example",
  });

describe("news in a database inside the process", () => {
  it("has the samples, once, and filters, searches, counts and pages them", async () => {
    expect(await loadNewsSamples(database)).toBe(newsSamples.length);
    expect(await loadNewsSamples(database)).toBe(0);
    expect((await read()).total).toBe(newsSamples.length);
    const stablecoins = newsSamples.filter(([category]) => category === 9);
    expect((await read({ categoryId: "9" })).articles.map(({ title }) => title)).toEqual(
      stablecoins.map(([, , , title]) => title),
    );
    expect(await read({ searchQuery: "stablecoin", limit: 1 })).toMatchObject({ isTotalEstimated: false });
    const first = await read({ limit: 40 });
    const second = await read({ limit: 40, cursor: first.nextCursor });
    expect(new Set([...first.articles, ...second.articles].map(({ id }) => id)).size).toBe(
      newsSamples.length,
    );
    expect(second.nextCursor).toBeNull();
  });

  it("stores what a feed reports, and a second report of it beside the first", async () => {
    const { rows } = await sql<{ feed_id: number }>`
      insert into news_feed (url, name) values ('https://a.example', 'A'), ('https://b.example', 'B') returning feed_id`.execute(
      database,
    );
    const report = (url: string, title: string, text: string) => [
      { guid: undefined, url, title, text, imageUrl: undefined, publishedAt: new Date() },
    ];
    const store = (index: number, items: ReturnType<typeof report>) =>
      database
        .transaction()
        .execute((transaction) =>
          storeReports(
            transaction,
            { feedId: rows[index]?.feed_id ?? 0, name: "AB"[index] ?? "", weight: [1, 3][index] ?? 1 },
            items,
          ),
        );
    const first = report(
      "https://a.example/1",
      "Zentra exchange loses $41 million in hack",
      "Attackers emptied hot wallets of Zentra on Sunday.",
    );
    expect((await store(0, first)).newArticles).toMatchObject([{ categoryId: 78 }]);
    const [alone] = (await read({ searchQuery: "zentra" })).articles;
    expect(alone).toMatchObject({
      sentiment: { label: "negative", confidence: expect.closeTo(0.98, 1) },
      importance: "low",
    });
    expect(await store(0, first)).toEqual({ newArticles: [], mergedReports: 0 });
    const second = report(
      "https://b.example/9",
      "Hackers steal $41M from Zentra",
      "The exchange Zentra says hot wallets were emptied.",
    );
    expect(await store(1, second)).toEqual({ newArticles: [], mergedReports: 1 });
    const [article] = (await read({ searchQuery: "zentra" })).articles;
    expect(article?.sources.map(({ name }) => name)).toEqual(["A", "B"]);
    expect(article?.importance).toBe("high");
    expect((await read()).total).toBe(newsSamples.length + 1);
  });

  it("rates articles that an older version stored by their words and the number of their sources", async () => {
    const [stored] = (await read({ searchQuery: "zentra" })).articles;
    await sql`update news_article set sentiment = null, sentiment_confidence = null, source_weight = null
      where article_id = ${stored?.id}`.execute(database);
    const [old] = (await read({ searchQuery: "zentra" })).articles;
    expect(old).toEqual({ ...stored, importance: "medium" });
  });

  it("counts an outlet once, however often it reports a story", async () => {
    const { rows } = await sql<{ feed_id: number }>`select feed_id from news_feed where name = 'A'`.execute(
      database,
    );
    const tell = (url: string) =>
      database.transaction().execute((transaction) =>
        storeReports(transaction, { feedId: rows[0]?.feed_id ?? 0, name: "A", weight: 2 }, [
          {
            guid: undefined,
            url,
            title: "Quorix bridge adds native USDC transfers to nine chains",
            text: "Quorix says that transfers of native USDC start today.",
            imageUrl: undefined,
            publishedAt: new Date(),
          },
        ]),
      );
    expect((await tell("https://a.example/quorix")).newArticles).toHaveLength(1);
    expect((await tell("https://a.example/quorix-again")).mergedReports).toBe(1);
    expect((await read({ searchQuery: "quorix" })).articles[0]).toMatchObject({
      importance: "medium",
      sources: [{ name: "A" }, { name: "A" }],
    });
    await sql`delete from news_article where title like 'Quorix%'`.execute(database);
  });

  it("counts what is deleted and what moves to another category", async () => {
    const before = await read({ categoryId: "3" });
    await sql`update news_article set category_id = 3 where article_id = (select min(article_id) from news_article where category_id = 9)`.execute(
      database,
    );
    expect((await read({ categoryId: "3" })).total).toBe(before.total + 1);
    await sql`delete from news_article where category_id = 3`.execute(database);
    expect((await read({ categoryId: "3" })).total).toBe(0);
  });
});
