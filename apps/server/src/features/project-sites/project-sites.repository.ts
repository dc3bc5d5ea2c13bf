import { createHash } from "node:crypto";
import { sql, type Transaction } from "kysely";
import { toArrayLiteral, toByteaText } from "../../platform/database/array-literal.ts";
import type { CleanUpRound } from "../../platform/database/clean-up-round.ts";
import type { Database } from "../../platform/database/database.ts";
import { deleteInBatches } from "../../platform/database/delete-in-batches.ts";
import type { Schema } from "../../platform/database/schema.ts";
import type { PassageDraft } from "./passages.ts";

// No function here takes an account: these tables hold only what anyone could have fetched (0011-project-sites.sql).

/** The identity of a source or page: its URL, hashed because URLs may be longer than an index takes. */
export function identify(url: string): Buffer {
  return createHash("sha256").update(url).digest();
}

/** Whether a source was read, and how its last read ended. */
export interface SourceState {
  readAt: Date | null;
  isDue: boolean;
  isRefused: boolean;
  failure: string | null;
}

/** A page as it was stored, without its passages. */
export interface StoredPage {
  url: string;
  etag: string | null;
  lastModified: string | null;
  links: string[];
}

/** A page to store; without passages it is unchanged and keeps those it has. */
export interface PageDraft extends StoredPage {
  passages?: { language: string; drafts: PassageDraft[] };
}

/** A passage that was found. */
export interface FoundPassage {
  url: string;
  place: string | null;
  heading: string;
  body: string;
}

/** Finds a source and marks it as in use; undefined when it was never named. */
export async function findSource(database: Database, url: string): Promise<SourceState | undefined> {
  const row = await database
    .selectFrom("web_source")
    .where("source_id", "=", identify(url))
    .select(({ ref }) => [
      "read_at",
      "failure",
      "is_refused",
      sql<boolean>`${ref("next_read_at")} <= now()`.as("is_due"),
      sql<boolean>`${ref("used_at")} < now() - interval '1 day'`.as("is_use_old"),
    ])
    .executeTakeFirst();
  if (!row) return undefined;
  if (row.is_use_old) {
    await database
      .updateTable("web_source")
      .set({ used_at: sql<Date>`now()` })
      .where("source_id", "=", identify(url))
      .execute();
  }
  return { readAt: row.read_at, isDue: row.is_due, isRefused: row.is_refused, failure: row.failure };
}

/** Notes that a source is due until its first successful read, and that it is in use. */
export async function ensureSource(transaction: Transaction<Schema>, url: string): Promise<void> {
  await transaction
    .insertInto("web_source")
    .values({ source_id: identify(url), url, next_read_at: new Date(0) })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}

/** Lists the stored pages of a source, the named one first. */
export async function listPages(database: Database, url: string): Promise<StoredPage[]> {
  const rows = await database
    .selectFrom("web_page")
    .where("source_id", "=", identify(url))
    .orderBy("page_number")
    .select(["url", "etag", "last_modified", "links"])
    .execute();
  return rows.map(({ last_modified, ...page }) => ({ ...page, lastModified: last_modified }));
}

/** Replaces the stored pages of a source with those that were read. */
export async function storePages(
  transaction: Transaction<Schema>,
  url: string,
  pages: readonly PageDraft[],
  freshForInMs: number,
): Promise<void> {
  const sourceId = identify(url);
  await transaction
    .updateTable("web_source")
    .set({
      read_at: sql<Date>`now()`,
      next_read_at: sql<Date>`now() + ${freshForInMs} * interval '1 millisecond'`,
      failure: null,
      is_refused: false,
    })
    .where("source_id", "=", sourceId)
    .execute();
  const kept = pages.filter(({ passages }) => !passages).map((page) => identify(page.url).toString("hex"));
  await sql`
    delete from web_page where source_id = ${sourceId}
    and page_id <> all(${toArrayLiteral(kept.map(toByteaText))}::bytea[])`.execute(transaction);
  for (const [number, page] of pages.entries()) await storePage(transaction, sourceId, number, page);
}

async function storePage(
  transaction: Transaction<Schema>,
  sourceId: Buffer,
  number: number,
  { url, etag, lastModified, links, passages }: PageDraft,
): Promise<void> {
  const pageId = identify(url);
  if (!passages) {
    await transaction
      .updateTable("web_page")
      .set({ page_number: number })
      .where("source_id", "=", sourceId)
      .where("page_id", "=", pageId)
      .execute();
    return;
  }
  await transaction
    .insertInto("web_page")
    .values({
      source_id: sourceId,
      page_id: pageId,
      page_number: number,
      url,
      etag,
      last_modified: lastModified,
      links: sql<string[]>`${toArrayLiteral(links)}::text[]`,
    })
    .execute();
  await sql`
    insert into web_passage (source_id, page_id, passage_number, place, heading, body, language, search)
    select ${sourceId}, ${pageId}, ordinality, draft ->> 'place', draft ->> 'heading', draft ->> 'body', language,
      setweight(to_tsvector(language::regconfig, draft ->> 'heading'), 'B')
        || to_tsvector(language::regconfig, draft ->> 'body')
    from jsonb_array_elements(${JSON.stringify(passages.drafts)}::jsonb) with ordinality as element(draft, ordinality)
    cross join (select ${passages.language}::text as language) spoken`.execute(transaction);
}

/** How a read of a source failed. */
export interface ReadFailure {
  failure: string;
  /** The URL must not be read: its stored pages are deleted. */
  isRefused: boolean;
  retryInMs: number;
}

/** Records that a source could not be read. Its stored pages are kept unless the URL is refused. */
export async function storeFailure(
  transaction: Transaction<Schema>,
  url: string,
  { failure, isRefused, retryInMs }: ReadFailure,
): Promise<void> {
  const sourceId = identify(url);
  await transaction
    .updateTable("web_source")
    .set({
      next_read_at: sql<Date>`now() + ${retryInMs} * interval '1 millisecond'`,
      failure,
      is_refused: isRefused,
      ...(isRefused && { read_at: null }),
    })
    .where("source_id", "=", sourceId)
    .execute();
  if (isRefused) await transaction.deleteFrom("web_page").where("source_id", "=", sourceId).execute();
}

/** Finds the passages of some sources that match a question best, best first. */
export async function findBestPassages(
  database: Database,
  urls: readonly string[],
  question: string,
  limit: number,
): Promise<FoundPassage[]> {
  const sourceIds = toArrayLiteral(urls.map((url) => toByteaText(identify(url).toString("hex"))));
  const { rows } = await sql<FoundPassage>`
    select url, place, heading, body
    from find_passages(${sourceIds}::bytea[], ${question}, ${limit})`.execute(database);
  return rows;
}

/** Finds the first passages of each named page, for a question that matches no word of it. */
export async function findOpenings(database: Database, urls: readonly string[]): Promise<FoundPassage[]> {
  return database
    .selectFrom("web_page as page")
    .innerJoin("web_passage as passage", (join) =>
      join.onRef("passage.source_id", "=", "page.source_id").onRef("passage.page_id", "=", "page.page_id"),
    )
    .where("page.source_id", "in", urls.map(identify))
    .where("page.page_number", "=", 0)
    .where("passage.passage_number", "<=", 2)
    .orderBy("passage.passage_number")
    .select(["page.url", "passage.place", "passage.heading", "passage.body"])
    .execute();
}

/** Deleting a source deletes its pages and passages, thousands of rows. */
const sourcesPerBatch = 20;

/** Deletes sources that no request has named for this many days, and returns how many. */
export function deleteUnusedSources(
  database: Database,
  round: CleanUpRound,
  unusedForDays: number,
): Promise<number> {
  const before = sql`now() - make_interval(days => ${unusedForDays}::integer)`;
  const maxRows = sourcesPerBatch;
  return deleteInBatches(database, round, { table: "web_source", ageColumn: "used_at", before, maxRows });
}
