import { setTimeout as sleep } from "node:timers/promises";
import { sql } from "kysely";
import type { ChatEngine } from "../../../engines/chat/index.ts";
import type { Database } from "../../../platform/database/database.ts";
import type { Logger } from "../../../platform/logging.ts";
import { toWordVector } from "../search-words.ts";
import { type ModelReading, rewriteArticle } from "./rewrite-article.ts";

const leaseInSeconds = 180;
const maxAttempts = 4;
const pauseInMs = 2_000;

interface ClaimedRewrite {
  articleId: number;
  attempts: number;
  title: string;
  text: string;
}

/** Takes the next article to rewrite. A worker that dies leaves it due again when the lease ends. */
async function claimRewrite(database: Database): Promise<ClaimedRewrite | undefined> {
  const { rows } = await sql<ClaimedRewrite>`
    with picked as (
      update news_rewrite w set due_at = now() + make_interval(secs => ${leaseInSeconds}), attempts = attempts + 1
      from (select article_id from news_rewrite where due_at <= now() order by due_at limit 1 for update skip locked) p
      where w.article_id = p.article_id
      returning w.article_id, w.attempts
    )
    select picked.article_id as "articleId", picked.attempts, r.title, r.excerpt as text
    from picked join lateral (
      select title, excerpt from news_report r where r.article_id = picked.article_id order by report_id limit 1
    ) r on true`.execute(database);
  return rows[0];
}

/** Takes an article off the list, with what the model made of it; without that it stays as it is. */
async function finishRewrite(database: Database, articleId: number, reading?: ModelReading): Promise<void> {
  await database.transaction().execute(async (transaction) => {
    const { rows } =
      await sql`delete from news_rewrite where article_id = ${articleId}::bigint returning 1`.execute(
        transaction,
      );
    if (!reading || rows.length === 0) return;
    const { categoryId, networkId, tokenId } = reading.understood;
    await sql`
      update news_article set category_id = ${categoryId}::smallint, network_id = ${networkId}::smallint,
        token_id = ${tokenId}::smallint
      where article_id = ${articleId}::bigint
        and (category_id, network_id, token_id)
          <> (${categoryId}::smallint, ${networkId}::smallint, ${tokenId}::smallint)`.execute(transaction);
    if (!reading.rewritten) return;
    const { title, summary } = reading.rewritten;
    await sql`
      update news_article set title = ${title}, description = ${summary}, is_generated = true,
        words = ${toWordVector(title, summary)}::text::tsvector
      where article_id = ${articleId}::bigint`.execute(transaction);
  });
}

/** Rewrites new articles one after the other until it is stopped. They are served as extracts until then. */
export function startRewriter({
  database,
  engine,
  logger,
}: {
  database: Database;
  engine: Pick<ChatEngine, "complete">;
  logger: Logger;
}): { stop(): Promise<void> } {
  const stopping = new AbortController();
  const pause = () => sleep(pauseInMs, undefined, { signal: stopping.signal }).catch(() => {});

  async function rewriteNext(): Promise<boolean> {
    const article = await claimRewrite(database);
    if (!article) return false;
    try {
      await finishRewrite(
        database,
        article.articleId,
        await rewriteArticle(engine, article, stopping.signal),
      );
    } catch (error) {
      if (stopping.signal.aborted) return false;
      logger.warn({ error, articleId: article.articleId }, "an article could not be rewritten");
      if (article.attempts >= maxAttempts) await finishRewrite(database, article.articleId);
    }
    return true;
  }

  async function run(): Promise<void> {
    while (!stopping.signal.aborted) {
      const wasBusy = await rewriteNext().catch((error) => {
        logger.error({ error }, "articles to rewrite could not be looked for");
        return false;
      });
      if (!wasBusy) await pause();
    }
  }

  const running = run();
  return {
    async stop() {
      stopping.abort();
      await running;
    },
  };
}
