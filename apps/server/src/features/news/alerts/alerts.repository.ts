import { randomUUID } from "node:crypto";
import {
  maxNewsAlerts,
  type NewsAlert,
  type NewsAlertFilter,
  toCanonicalNetworkId,
} from "@mintwright/api-contract";
import { sql } from "kysely";
import { toArrayLiteral } from "../../../platform/database/array-literal.ts";
import type { Database } from "../../../platform/database/database.ts";
import { readWordQuery, toNewsQuery } from "../search-words.ts";

interface AlertRow {
  alert_id: string;
  category_ids: number[] | null;
  network_ids: number[] | null;
  token_ids: number[] | null;
  search_query: string | null;
  webhook_url: string;
  created_at: Date;
}

const shown = sql`alert_id, category_ids, network_ids, token_ids, search_query, webhook_url, created_at`;

function toAlert(row: AlertRow): NewsAlert {
  return {
    id: row.alert_id,
    categoryId: row.category_ids,
    subCategoryId: row.network_ids,
    tokenId: row.token_ids,
    searchQuery: row.search_query,
    webhookUrl: row.webhook_url,
    createdAt: row.created_at.toISOString(),
  };
}

function toIds(ids: readonly number[] | undefined): string | null {
  return ids ? toArrayLiteral([...new Set(ids)]) : null;
}

/** Saves an alert of the account; undefined when it has as many as it may have. */
export async function insertAlert(
  database: Database,
  accountId: string,
  { categoryId, subCategoryId, tokenId, searchQuery = "" }: NewsAlertFilter,
  webhookUrl: string,
): Promise<NewsAlert | undefined> {
  return database.transaction().execute(async (transaction) => {
    // Two at once would both find room for the last one.
    await sql`select pg_advisory_xact_lock(hashtextextended('mintwright.news-alert ' || ${accountId}::text, 0))`.execute(
      transaction,
    );
    const { rows } = await sql<AlertRow>`
      insert into news_alert (account_id, alert_id, category_ids, network_ids, token_ids, search_query, word_query, webhook_url)
      select ${accountId}::uuid, ${randomUUID()}::uuid, ${toIds(categoryId)}::text::smallint[],
        ${toIds(subCategoryId?.map(toCanonicalNetworkId))}::text::smallint[], ${toIds(tokenId)}::text::smallint[],
        ${searchQuery || null}::text, ${toNewsQuery(readWordQuery(searchQuery))}, ${webhookUrl}::text
      where (select count(*) from news_alert where account_id = ${accountId}::uuid) < ${maxNewsAlerts}::integer
      returning ${shown}`.execute(transaction);
    return rows[0] && toAlert(rows[0]);
  });
}

/** Lists the alerts of the account, newest first. */
export async function listAlerts(database: Database, accountId: string): Promise<NewsAlert[]> {
  const { rows } = await sql<AlertRow>`
    select ${shown} from news_alert where account_id = ${accountId}::uuid
    order by created_at desc, alert_id`.execute(database);
  return rows.map(toAlert);
}

/** Ends an alert of the account. False when there is none. */
export async function deleteAlert(database: Database, accountId: string, alertId: string): Promise<boolean> {
  const { rows } = await sql`
    delete from news_alert where account_id = ${accountId}::uuid and alert_id = ${alertId}::uuid
    returning 1`.execute(database);
  return rows.length > 0;
}

/** An article as alerts tell of it. */
export interface AlertArticle {
  id: number;
  title: string;
  url: string;
  categoryId: number;
  subCategoryId: number;
  tokenId: number | null;
  pubDate: Date;
  createdAt: Date;
}

/** Finds an article to tell of. */
export async function findAlertArticle(
  transaction: Database,
  articleId: number,
): Promise<AlertArticle | undefined> {
  const { rows } = await sql<AlertArticle>`
    select article_id as id, title, url, category_id as "categoryId", network_id as "subCategoryId",
      nullif(token_id, 0) as "tokenId", published_at as "pubDate", created_at as "createdAt"
    from news_article where article_id = ${articleId}::bigint`.execute(transaction);
  return rows[0];
}

/** Lists the alerts of every account that an article fits, of those that are older than it. */
export async function listFittingAlerts(
  transaction: Database,
  articleId: number,
): Promise<{ accountId: string; alertId: string; webhookUrl: string }[]> {
  const { rows } = await sql<{ accountId: string; alertId: string; webhookUrl: string }>`
    select n.account_id as "accountId", n.alert_id as "alertId", n.webhook_url as "webhookUrl"
    from news_article a join news_alert n on n.created_at <= a.created_at
      and (n.category_ids is null or a.category_id = any(n.category_ids))
      and (n.network_ids is null or a.network_id = any(n.network_ids))
      and (n.token_ids is null or a.token_id = any(n.token_ids))
      and (n.word_query is null or a.words @@ n.word_query)
    where a.article_id = ${articleId}::bigint`.execute(transaction);
  return rows;
}
