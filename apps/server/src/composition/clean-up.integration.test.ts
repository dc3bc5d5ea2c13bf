import { randomUUID } from "node:crypto";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, it } from "vitest";
import { createDirectoryStore, type ObjectStore } from "../engines/storage/index.ts";
import { type ClonedDatabase, cloneDatabase } from "../platform/__fixtures__/cloned-database.ts";
import { listJobs } from "./compose-worker.ts";

const settings = { signIn: { deleteUnconfirmedAfterDays: 3 } };
const backlog = 2_500;
const rowsPerBatch = 1_000;
const past = "now() - interval '1 year'";

/** What a year without a worker leaves: more rows of each kind than one batch takes. */
const expired: Record<string, string> = {
  idempotent_answer: `(account_id, idempotency_key, fingerprint, hold_id, expires_at)
    select gen_random_uuid(), n::text, '', gen_random_uuid(), ${past}`,
  process: `(process_id, role, host, seen_at) select gen_random_uuid(), 'api', 'x', ${past}`,
  queue_minute: `(queue, minute, waiting, oldest_in_s) select n::text, ${past}, 1, 1`,
  engine_calls: `(engine, minute, outcome, up_to_seconds, calls) select n::text, ${past}, 'done', 1, 1`,
  attempt_window: `(subject, attempts, ends_at) select sha256(n::text::bytea), 1, ${past}`,
  user_session: `(id, user_id, token, expires_at) select n::text, 'someone', n::text, ${past}`,
  user_verification: `(id, identifier, value, expires_at) select n::text, 'x', 'x', ${past}`,
  known_network: `(user_id, network, seen_at) select 'someone', sha256(n::text::bytea), ${past}`,
  webhook_delivery: `(account_id, delivery_id, url, type, body, state, due_at, created_at)
    select gen_random_uuid(), gen_random_uuid(), 'https://x.example', 'x', '{}', 'delivered', null, ${past}`,
  web_source: `(source_id, url, used_at) select sha256(n::text::bytea), 'https://x.example/' || n, ${past}`,
  news_report_key: `(key, published_at, report_id) select n, ${past}, (select min(report_id) from news_report)`,
};

const folder = mkdtempSync(join(tmpdir(), "mintwright-clean-up-"));
let cloned: ClonedDatabase;
let store: ObjectStore;

beforeAll(async () => {
  store = createDirectoryStore(folder);
  cloned = await cloneDatabase();
  await cloned.query("insert into app_user (id, name, email) values ('someone', '', 'someone@example.com')");
  await cloned.query(`
    with article as (
      insert into news_article (published_at, category_id, network_id, title, description, url, words)
      values (now(), 5, 46, '', '', 'https://x.example', '') returning article_id
    ), feed as (
      insert into news_feed (name, url) values ('x', 'https://x.example') returning feed_id
    )
    insert into news_report (url_key, article_id, feed_id, title, excerpt, published_at)
    select '', article_id, feed_id, '', '', now() from article, feed`);
  await watchDeletions();
});

afterAll(async () => {
  await cloned.close();
  store.close();
  rmSync(folder, { recursive: true });
});

/** Notes for every table how many rows each statement deletes. */
async function watchDeletions(): Promise<void> {
  await cloned.query("create table deletion (table_name text, deleted_rows bigint)");
  await cloned.query(`create function note_deletion() returns trigger language plpgsql as $$ begin
    insert into deletion select tg_table_name, count(*) from gone;
    return null; end $$`);
  await cloned.query(`do $$ declare name text; begin
    for name in select c.relname from pg_class c where c.relnamespace = 'public'::regnamespace
      and c.relkind in ('r', 'p') and not c.relispartition and c.relname <> 'deletion'
    loop
      execute format('create trigger note_deletion after delete on %I referencing old table as gone
        for each statement execute function note_deletion()', name);
    end loop; end $$`);
}

it("deletes a backlog of every kind completely, and never more than one batch in a statement", async () => {
  for (const [table, rows] of Object.entries(expired))
    await cloned.query(`insert into ${table} ${rows} from generate_series(1, ${backlog}) n`);
  const jobs = listJobs(settings, cloned.database, store).filter(({ schedule }) => schedule);
  expect(jobs.length).toBeGreaterThan(5);
  for (const job of jobs) await job.handle({});
  const rows = await cloned.query<{ table_name: string; deleted: number; most: number }>(
    `select table_name, sum(deleted_rows)::integer as deleted, max(deleted_rows)::integer as most
     from deletion where deleted_rows > 0 group by table_name order by table_name`,
  );
  expect(rows.filter(({ most }) => most > rowsPerBatch)).toEqual([]);
  expect(rows.map(({ table_name, deleted }) => [table_name, deleted])).toEqual(
    Object.keys(expired)
      .sort()
      .map((table) => [table, backlog]),
  );
});

it("deletes the body of an expired answer with its row, and keeps the row until the body is gone", async () => {
  const objects = Array.from({ length: 3 }, () => `answers/${randomUUID()}`);
  for (const object of objects) {
    await store.put(object, Buffer.from("a large answer"));
    await cloned.query(
      `insert into idempotent_answer (account_id, idempotency_key, fingerprint, hold_id, expires_at, answer_object)
       values (gen_random_uuid(), 'k', '', gen_random_uuid(), ${past}, $1)`,
      [object],
    );
  }
  const broken = {
    ...store,
    async delete(name: string) {
      if (name === objects[1]) throw new Error("the store is away");
      await store.delete(name);
    },
  };
  const forget = (given: ObjectStore) =>
    listJobs(settings, cloned.database, given)
      .find(({ name }) => name === "delete-expired-admissions")
      ?.handle({});
  await expect(forget(broken)).rejects.toThrow("the store is away");
  const left = await cloned.query<{ answer_object: string }>("select answer_object from idempotent_answer");
  expect(left.map(({ answer_object }) => answer_object)).toContain(objects[1]);
  await forget(store);
  expect(await cloned.query("select 1 from idempotent_answer")).toEqual([]);
  for (const object of objects) expect(await store.get(object)).toBeUndefined();
});
