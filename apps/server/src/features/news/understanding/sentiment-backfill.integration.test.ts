import { sql } from "kysely";
import { afterAll, beforeAll, expect, it } from "vitest";
import { type ClonedDatabase, cloneDatabase } from "../../../platform/__fixtures__/cloned-database.ts";
import type { BackfillBatch } from "../../../platform/queue/queue.ts";
import { loadNewsSamples } from "../samples/load-samples.ts";
import { sentimentBackfill } from "./sentiment-backfill.repository.ts";

let clone: ClonedDatabase;
let articles: number;

beforeAll(async () => {
  clone = await cloneDatabase();
  articles = await loadNewsSamples(clone.database);
});

afterAll(() => clone.close());

const readArticles = () =>
  clone.query(
    "select article_id, sentiment, sentiment_confidence, source_weight from news_article order by 1",
  );

async function fillAll(limit: number) {
  const sum = { filled: 0, skipped: 0, batches: 0 };
  for (let after: BackfillBatch["next"] = null; ; ) {
    const { filled, skipped, next }: BackfillBatch = await clone.database
      .transaction()
      .execute((transaction) => sentimentBackfill.fillBatch(transaction, after, limit));
    sum.filled += filled;
    sum.skipped += skipped;
    sum.batches += 1;
    if (!next) return sum;
    after = next;
  }
}

it("stores what the articles of an older version lack, as a new article would have it, around a locked one", async () => {
  const asNew = await readArticles();
  await clone.query(
    "update news_article set sentiment = null, sentiment_confidence = null, source_weight = null where article_id > 3",
  );
  await clone.database.transaction().execute(async (transaction) => {
    await sql`select from news_article where article_id = 5 for update`.execute(transaction);
    const batches = Math.floor(articles / 7) + 1;
    expect(await fillAll(7)).toEqual({ filled: articles - 4, skipped: 1, batches });
  });
  expect(await fillAll(1_000)).toEqual({ filled: 1, skipped: 0, batches: 1 });
  expect(await readArticles()).toEqual(asNew);
  expect(asNew).toHaveLength(articles);
});
