import { sql } from "kysely";
import type { Database } from "../../platform/database/database.ts";

const today = sql`(now() at time zone 'UTC')::date`;

/** Counts the articles that an account read without a charge today. */
export async function countFreeArticles(database: Database, accountId: string): Promise<number> {
  const { rows } = await sql<{ articles: number }>`
    select articles from news_reading where account_id = ${accountId}::uuid and day = ${today}
  `.execute(database);
  return rows[0]?.articles ?? 0;
}

/** Adds articles to those read without a charge today. Changes nothing and returns false if they exceed the allowance. */
export async function takeFreeArticles(
  database: Database,
  accountId: string,
  { articles, perDay }: { articles: number; perDay: number },
): Promise<boolean> {
  if (articles > perDay) return false;
  const { rows } = await sql`
    insert into news_reading as r (account_id, day, articles)
    values (${accountId}::uuid, ${today}, ${articles}::integer)
    on conflict (account_id) do update set
      day = excluded.day,
      articles = case when r.day = excluded.day then r.articles else 0 end + excluded.articles
    where case when r.day = excluded.day then r.articles else 0 end + excluded.articles <= ${perDay}::integer
    returning 1
  `.execute(database);
  return rows.length > 0;
}
