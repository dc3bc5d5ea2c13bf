import { sql } from "kysely";
import type { ChatEngine } from "../../../engines/chat/index.ts";
import type { Database } from "../../../platform/database/database.ts";
import {
  type JobContext,
  type JobDefinition,
  JobTakenOverError,
  type Queue,
} from "../../../platform/queue/queue.ts";
import { newsAlertKind, newsRewriteKind } from "../news-job-kinds.ts";
import { toWordVector } from "../search-words.ts";
import { type ModelReading, rewriteArticle } from "./rewrite-article.ts";

/** Finds what the first report of an article says. */
async function findReport(
  database: Database,
  articleId: number,
): Promise<{ title: string; text: string } | undefined> {
  const { rows } = await sql<{ title: string; text: string }>`
    select title, excerpt as text from news_report where article_id = ${articleId}::bigint
    order by report_id limit 1`.execute(database);
  return rows[0];
}

/** Stores what the model made of an article. */
async function storeReading(
  transaction: Database,
  articleId: number,
  { understood, rewritten }: ModelReading,
): Promise<void> {
  const { categoryId, networkId, tokenId } = understood;
  await sql`
    update news_article set category_id = ${categoryId}::smallint, network_id = ${networkId}::smallint,
      token_id = ${tokenId}::smallint
    where article_id = ${articleId}::bigint
      and (category_id, network_id, token_id)
        <> (${categoryId}::smallint, ${networkId}::smallint, ${tokenId}::smallint)`.execute(transaction);
  if (!rewritten) return;
  const { title, summary } = rewritten;
  await sql`
    update news_article set title = ${title}, description = ${summary}, is_generated = true,
      words = ${toWordVector(title, summary)}::text::tsvector
    where article_id = ${articleId}::bigint`.execute(transaction);
}

/** The job that rewrites one new article, which is served as an extract until then. Alerts wait a minute for it. */
export function createRewriteJob({
  database,
  engine,
  hasten,
}: {
  database: Database;
  engine: Pick<ChatEngine, "complete">;
  hasten: Queue["hasten"];
}): JobDefinition {
  return {
    ...newsRewriteKind,
    async handle(payload, { signal, finish }: JobContext) {
      const { articleId } = newsRewriteKind.payload.parse(payload);
      const report = await findReport(database, articleId);
      if (!report) return;
      const reading = await rewriteArticle(engine, report, signal);
      await database.transaction().execute(async (transaction) => {
        await storeReading(transaction, articleId, reading);
        await hasten(transaction, newsAlertKind.name, String(articleId));
        if (!(await finish(transaction))) throw new JobTakenOverError();
      });
    },
  };
}
