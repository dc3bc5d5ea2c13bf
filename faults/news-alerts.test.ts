import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import {
  assertLedgerAddsUp,
  createDatabase,
  createTestAccount,
  startProcess,
  type TestDatabase,
} from "@mintwright/test-harness";
import pg from "pg";
import { afterAll, beforeAll, expect, inject, it, vi } from "vitest";
import { report } from "./report.ts";

const articles = 30;

let database: TestDatabase;
let folder: string;

beforeAll(async () => {
  database = await createDatabase(inject("databaseServerUrl"), inject("databaseTemplate"));
  folder = mkdtempSync(join(tmpdir(), "mintwright-alerts-"));
  writeFileSync(join(folder, "mintwright.yaml"), JSON.stringify({ news: { gather: true, feeds: [] } }));
});

afterAll(async () => {
  rmSync(folder, { recursive: true });
  await assertLedgerAddsUp(database.url);
  await database.drop();
});

const startWorker = () =>
  startProcess("worker", {
    DATABASE_URL: database.url,
    MINTWRIGHT_CONFIG: join(folder, "mintwright.yaml"),
  });

it("tells every alert of every article once when workers are killed in the middle of telling", {
  timeout: 120_000,
}, async () => {
  const { accountId } = await createTestAccount(database.url);
  // The first worker of an installation creates the tables of the queue.
  await (await startWorker()).stop();
  await database.query(
    `insert into news_alert (account_id, alert_id, category_ids, webhook_url)
     select $1, gen_random_uuid(), ids, 'http://192.0.2.1/' || n
     from (values (1, null::smallint[]), (2, '{5}'), (3, '{5,8}'), (4, '{9}')) as a(n, ids)`,
    [accountId],
  );
  await database.query(
    `with stored as (
       insert into news_article (published_at, category_id, network_id, title, description, url, words)
       select now() - interval '1 minute', case when n % 2 = 0 then 5 else 8 end, 46, 'Article ' || n, '', 'https://outlet.example/' || n, ''
       from generate_series(1, ${articles}) as n returning article_id
     ) insert into pgboss.job (name, data, singleton_key, retry_limit, retry_backoff, heartbeat_seconds)
     select 'match-news-alerts', jsonb_build_object('articleId', article_id), article_id, 1000, true, 12 from stored`,
  );
  const blocker = new pg.Client({ connectionString: database.url });
  await blocker.connect();
  // A worker that queues a webhook waits here, in the middle of its transaction.
  await blocker.query("begin; lock table webhook_delivery in share row exclusive mode");
  for (let death = 0; death < 2; death++) {
    const worker = await startWorker();
    await vi.waitFor(
      async () => {
        const waiting = await database.query(
          `select 1 from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'
           and query ilike 'insert into "webhook_delivery"%'`,
        );
        expect(waiting).not.toEqual([]);
      },
      { timeout: 20_000, interval: 50 },
    );
    await worker.kill();
  }
  await blocker.query("rollback");
  await blocker.end();
  const last = await startWorker();
  const listOpen = () =>
    database.query("select 1 from pgboss.job where name = 'match-news-alerts' and state < 'completed'");
  await vi.waitFor(async () => expect(await listOpen()).toEqual([]), { timeout: 45_000, interval: 200 });
  expect(await last.stop()).toBe(0);
  const told = await database.query<{ url: string; webhooks: number; articles: number }>(
    `select url, count(*)::int as webhooks, count(distinct body::json->'data'->'article'->>'id')::int as articles
     from webhook_delivery where account_id = $1 group by url order by url`,
    [accountId],
  );
  report(`news alerts: ${told.map(({ webhooks }) => webhooks).join(" + ")} webhooks of ${articles} articles`);
  expect(told).toEqual([
    { url: "http://192.0.2.1/1", webhooks: articles, articles },
    { url: "http://192.0.2.1/2", webhooks: articles / 2, articles: articles / 2 },
    { url: "http://192.0.2.1/3", webhooks: articles, articles },
  ]);
});
