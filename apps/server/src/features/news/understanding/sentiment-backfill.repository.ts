import { sql } from "kysely";
import type { Backfill } from "../../../platform/queue/queue.ts";
import { numberSentiment, readSentiment } from "./sentiment.ts";

/** Stores the sentiment of articles that an older version stored without one, so that no read has to judge them. */
export const sentimentBackfill: Backfill = {
  name: "news-article-sentiment",
  async fillBatch(transaction, after, limit) {
    const { rows: page } = await sql<{ id: string; isOpen: boolean }>`
      select article_id::text as id, sentiment is null as "isOpen" from news_article
      where article_id > ${after?.articleId ?? "0"}::text::bigint order by article_id limit ${limit}::integer`.execute(
      transaction,
    );
    const open = page.filter(({ isOpen }) => isOpen).map(({ id }) => id);
    const { rows: locked } = await sql<{ id: string; title: string; description: string }>`
      select article_id::text as id, title, description from news_article
      where article_id = any(${`{${open.join()}}`}::text::bigint[]) and sentiment is null
      for update skip locked`.execute(transaction);
    const judged = locked.map(({ id, title, description }) => {
      const { label, confidence } = readSentiment(title, description);
      return { id, sentiment: numberSentiment(label), confidence };
    });
    await sql`
      update news_article a set sentiment = j.sentiment, sentiment_confidence = j.confidence,
        source_weight = coalesce(a.source_weight, jsonb_array_length(a.sources))
      from jsonb_to_recordset(${JSON.stringify(judged)}::text::jsonb) as j(id bigint, sentiment smallint, confidence real)
      where a.article_id = j.id`.execute(transaction);
    const last = page.at(-1);
    return {
      filled: judged.length,
      skipped: open.length - judged.length,
      next: last && page.length === limit ? { articleId: last.id } : null,
    };
  },
};
