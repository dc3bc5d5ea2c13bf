import { randomUUID } from "node:crypto";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { sql } from "kysely";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { readConfig } from "../config/index.ts";
import { createDirectoryStore, type ObjectStore } from "../engines/storage/index.ts";
import { createKeyedAccount, plantCollection } from "../features/__fixtures__/index.ts";
import { type ClonedDatabase, cloneDatabase } from "../platform/__fixtures__/cloned-database.ts";
import { startRound } from "../platform/database/clean-up-round.ts";
import { deleteInBatches } from "../platform/database/delete-in-batches.ts";
import { listJobs } from "./compose-worker.ts";

const settings = readConfig({ DATABASE_URL: "postgres://x" });
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
  invitation: `(id, account_id, email, role, inviter_id, expires_at)
    select n::text, (select account_id from account limit 1), 'x@example.com', 'viewer', 'someone', ${past}`,
  audit_entry: `(account_id, happened_at, user_id, member, action)
    select (select account_id from account limit 1), ${past} - interval '100 days', 'someone', 'x', 'key.created'`,
  user_session: `(id, user_id, token, expires_at) select n::text, 'someone', n::text, ${past}`,
  user_verification: `(id, identifier, value, expires_at) select n::text, 'x', 'x', ${past}`,
  ledger_check: `(checked_at, checked_by, elapsed_in_ms, accounts, mismatches)
    select ${past} - interval '1 day', 'x', 1, 1, '[]'`,
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
  await cloned.query("insert into account (account_id, email) values (gen_random_uuid(), 'x@example.com')");
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

async function listFiles(prefix: string): Promise<string[]> {
  const names: string[] = [];
  for await (const name of store.list(prefix)) names.push(name);
  return names;
}

/** Runs a job on a connection of its own and returns how many rows of a table it read. */
async function countRowsRead(table: string, jobName: string, given: ObjectStore): Promise<number> {
  const database = cloned.connect("job", 1);
  const read = async () => {
    await sql`select pg_stat_force_next_flush()`.execute(database);
    const { rows } = await sql<{ count: number }>`
      select seq_tup_read + coalesce(idx_tup_fetch, 0) as count from pg_stat_user_tables where relname = ${table}`.execute(
      database,
    );
    return rows[0]?.count ?? 0;
  };
  const before = await read();
  await listJobs(settings, database, given)
    .find(({ name }) => name === jobName)
    ?.handle({});
  return (await read()) - before;
}

it("reads each expired answer a few times, however many there are", async () => {
  const [answers, files] = [20_000, 1_500];
  await cloned.query(`insert into idempotent_answer (account_id, idempotency_key, fingerprint, hold_id, expires_at, answer_object)
    select gen_random_uuid(), n::text, '', gen_random_uuid(), ${past} + n * interval '1 second',
      case when n > ${answers - files} then 'answers/' || n end
    from generate_series(1, ${answers}) n`);
  await cloned.query("vacuum analyze idempotent_answer");
  const deleted: string[] = [];
  const counting = { ...store, delete: async (name: string) => void deleted.push(name) };
  const rowsRead = await countRowsRead("idempotent_answer", "delete-expired-admissions", counting);
  expect(await cloned.query("select 1 from idempotent_answer")).toEqual([]);
  expect(deleted.length).toBe(files);
  expect(rowsRead).toBeLessThan(4 * answers);
});

it("ends a round in time, and the next one continues", async () => {
  await cloned.query(
    `insert into idempotent_answer ${expired.idempotent_answer} from generate_series(1, 300) n`,
  );
  const round = startRound(undefined, 0);
  expect(round.isOver()).toBe(true);
  const deletion = { table: "idempotent_answer", ageColumn: "expires_at", before: sql`now()` };
  expect(await deleteInBatches(cloned.database, round, deletion)).toBe(0);
  const stopping = new AbortController();
  stopping.abort();
  expect(await deleteInBatches(cloned.database, startRound(stopping.signal), deletion)).toBe(0);
  expect(await deleteInBatches(cloned.database, startRound(), deletion)).toBe(300);
});

it("deletes files of answers that no row refers to, unless their hold is open", async () => {
  const [accountId, open, lost, stored] = Array.from({ length: 4 }, () => randomUUID());
  const nameOf = (holdId: string | undefined) => `answers/${accountId}/${holdId}`;
  for (const holdId of [open, lost, stored]) await store.put(nameOf(holdId), Buffer.from("a large answer"));
  await store.put("answers/unknown", Buffer.from("not ours"));
  await cloned.query(
    `insert into hold (account_id, hold_id, key_id, amount, operation, request_id)
     values ($1, $2, gen_random_uuid(), 1, 'x', 'x')`,
    [accountId, open],
  );
  await cloned.query(
    `insert into idempotent_answer (account_id, idempotency_key, fingerprint, hold_id, expires_at, answer_object)
     values ($1, 'k', '', $2, now() + interval '1 hour', $3)`,
    [accountId, stored, nameOf(stored)],
  );
  await listJobs(settings, cloned.database, store)
    .find(({ name }) => name === "delete-orphan-answers")
    ?.handle({});
  const left = await listFiles("answers/");
  expect(left).toEqual([nameOf(open), nameOf(stored), "answers/unknown"].sort());
});

describe("what the operator chose to keep for a time", () => {
  const retention = { ...settings.retention, imageDays: 10, newsDays: 10, usageMonths: 4 };
  const run = async (jobName: string) => {
    await listJobs({ ...settings, retention }, cloned.database, store)
      .find(({ name }) => name === jobName)
      ?.handle({});
  };

  it("is deleted with its files: collections that no token refers to", async () => {
    const { accountId } = await createKeyedAccount(cloned.database);
    const plant = async (ended: string) => {
      const { collectionId } = await plantCollection(cloned.database, store, { accountId, amount: 3 });
      await cloned.query(
        `update collection set made = 3, failed = 0, finished_at = now() - $2::interval where collection_id = $1`,
        [collectionId, ended],
      );
      await store.put(`thumbnails/${collectionId}/1.webp`, Buffer.from("small"));
      return collectionId;
    };
    const [old, recent, minted] = [await plant("11 days"), await plant("9 days"), await plant("11 days")];
    await cloned.query(
      `insert into token_metadata (account_id, collection_id, metadata_id, name, description, symbol, numbers)
       values ($1, $2, 'x', '', '', '', '{}')`,
      [accountId, minted],
    );
    await run("delete-old-collections");
    const left = await cloned.query<{ id: string }>(
      "select collection_id as id from collection where account_id = $1",
      [accountId],
    );
    expect(left.map(({ id }) => id).sort()).toEqual([recent, minted].sort());
    const files = await listFiles("");
    expect(files.filter((name) => name.includes(old))).toEqual([]);
    expect(files.filter((name) => name.includes(minted))).toHaveLength(4);
  });

  it("is deleted with its files: news", async () => {
    const insert = (title: string, age: string) =>
      cloned.query(
        `insert into news_article (created_at, published_at, category_id, network_id, title, description, url, words, image_object)
         values (now() - $2::interval, now() - $2::interval, 5, 46, $1, '', 'https://x.example', '', 'news/' || $1)`,
        [title, age],
      );
    for (const [title, age] of [
      ["old", "11 days"],
      ["recent", "9 days"],
    ] as const) {
      await insert(title, age);
      await store.put(`news/${title}`, Buffer.from("image"));
    }
    await run("delete-old-news");
    expect(await cloned.query("select title from news_article where title <> ''")).toEqual([
      { title: "recent" },
    ]);
    expect(await listFiles("news/")).toEqual(["news/recent"]);
  });

  it("is dropped by the day: request logs, and their bodies earlier", async () => {
    const dayAgo = (days: number) => new Date(Date.now() - days * 86_400_000).toISOString().slice(0, 10);
    const nameOf = (table: string, days: number) => `${table}_${dayAgo(days).replaceAll("-", "_")}`;
    for (const table of ["request_log", "request_body"])
      for (const days of [7, 8, 30, 31])
        await cloned.query(
          `create table ${nameOf(table, days)} partition of ${table}
           for values from ('${dayAgo(days)} 00:00Z') to ('${dayAgo(days - 1)} 00:00Z')`,
        );
    await cloned.query(`alter table request_log detach partition ${nameOf("request_log", 31)}`);
    await run("drop-old-request-logs");
    const left = await cloned.query<{ name: string }>(
      `select relname as name from pg_class where relname ~ '^request_(log|body)_2[0-9_]+$' and relkind = 'r'
       and right(relname, 10) < to_char(now() at time zone 'UTC' - interval '2 days', 'YYYY_MM_DD') order by 1`,
    );
    expect(left.map(({ name }) => name)).toEqual([
      nameOf("request_body", 7),
      nameOf("request_log", 30),
      nameOf("request_log", 8),
      nameOf("request_log", 7),
    ]);
  });

  it("is dropped by the month: usage", async () => {
    const month = async (ago: number) => {
      const [row] = await cloned.query<{ name: string; from: Date; to: Date }>(
        `select 'usage_hour' || to_char(month, '_YYYY_MM') as name, month as from, month + interval '1 month' as to
         from (select date_trunc('month', now() at time zone 'UTC') - make_interval(months => $1) as month) m`,
        [ago],
      );
      return row as { name: string; from: Date; to: Date };
    };
    for (const ago of [4, 5, 6]) {
      const { name, from, to } = await month(ago);
      await cloned.query(
        `create table ${name} partition of usage_hour for values from ('${from.toISOString()}') to ('${to.toISOString()}')`,
      );
    }
    // As a worker leaves it that died after the detach.
    await cloned.query(`alter table usage_hour detach partition ${(await month(6)).name}`);
    await run("drop-old-usage");
    const left = await cloned.query<{ name: string }>(
      "select relname as name from pg_class where relname ~ '^usage_hour_[0-9_]+$' and relkind = 'r' order by 1",
    );
    expect(left[0]).toEqual({ name: (await month(4)).name });
  });
});
