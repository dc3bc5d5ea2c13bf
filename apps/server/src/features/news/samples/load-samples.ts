import { sql } from "kysely";
import type { Database } from "../../../platform/database/database.ts";
import { toWordVector } from "../search-words.ts";
import { numberSentiment, readSentiment } from "../understanding/sentiment.ts";
import { newsSamples } from "./news-samples.ts";

const minutesApart = 47;

/** Stores the built-in sample articles with dates of the last days. Stores them only once. */
export async function loadNewsSamples(database: Database): Promise<number> {
  const now = Date.now();
  const rows = newsSamples.map(([category_id, network_id, token_id, title, description], index) => {
    const created_at = new Date(now - (index + 1) * minutesApart * 60_000).toISOString();
    const url = `https://example.com/mintwright-samples/${index + 1}`;
    const sources = [{ name: "Mintwright sample", url, publishedAt: created_at }];
    const words = toWordVector(title, description);
    const { label, confidence } = readSentiment(title, description);
    const sentiment = numberSentiment(label);
    return {
      ...{ created_at, category_id, network_id, token_id, title, description, url, sources, words },
      ...{ sentiment, sentiment_confidence: confidence, source_weight: 1 },
    };
  });
  const { rows: stored } = await sql`
    insert into news_article (created_at, published_at, category_id, network_id, token_id, title, description, url, sources, words,
      sentiment, sentiment_confidence, source_weight)
    select created_at, created_at, category_id, network_id, token_id, title, description, url, sources, words::tsvector,
      sentiment, sentiment_confidence, source_weight
    from jsonb_to_recordset(${JSON.stringify(rows)}::text::jsonb) as r(created_at timestamptz, category_id smallint,
      network_id smallint, token_id smallint, title text, description text, url text, sources jsonb, words text,
      sentiment smallint, sentiment_confidence real, source_weight real)
    where not exists (select from news_article where url like 'https://example.com/mintwright-samples/%')
    returning article_id`.execute(database);
  return stored.length;
}
