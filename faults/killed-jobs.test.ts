import { randomUUID } from "node:crypto";
import { once } from "node:events";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { createServer, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import {
  assertLedgerAddsUp,
  createDatabase,
  createTestAccount,
  findFreePort,
  type RunningProcess,
  type ScriptedModelServer,
  startProcess,
  startScriptedModelServer,
  type TestDatabase,
} from "@mintwright/test-harness";
import pg from "pg";
import { SMTPServer } from "smtp-server";
import { afterAll, beforeAll, expect, inject, it, vi } from "vitest";
import { listRunningJobs, measureRestarts } from "./job-restarts.ts";
import { report } from "./report.ts";
import { startWebhookReceiver, type WebhookReceiver } from "./webhook-receiver.ts";

// Every job is stopped at one of its steps, either at the database by a lock or at the other server by an answer that does not
// come. Then all processes are killed, and every job must start again within 30 seconds and do its work.

const queues = ["webhooks", "fetch-news-feed", "rewrite-news-article", "match-news-alerts", "send-email"];
const folder = mkdtempSync(join(tmpdir(), "mintwright-killed-jobs-"));
const publicUrl = "http://dashboard.test";
const feedRequests: string[] = [];
const mails: string[] = [];
const connections: string[] = [];
let heldMail: "after the email" | "at the greeting" | undefined = "after the email";
let isFeedHeld = true;
const storedFeed = Promise.withResolvers<void>();
let accountId: string;
let database: TestDatabase;
let receiver: WebhookReceiver;
let model: ScriptedModelServer;
let environment: Record<string, string>;
let processes: RunningProcess[] = [];
let blockers: pg.Client[] = [];

const feedServer = createServer(async (request, response: ServerResponse) => {
  const path = request.url ?? "";
  feedRequests.push(path);
  if (path === "/held" && isFeedHeld) return;
  if (path === "/stored") await storedFeed.promise;
  const item = `<item><title>Story of ${path}</title><link>https://outlet.example${path}</link></item>`;
  response
    .writeHead(200, { "content-type": "text/xml" })
    .end(`<?xml version="1.0"?><rss version="2.0"><channel><title>f</title>${item}</channel></rss>`);
});
const mailServer = new SMTPServer({
  disabledCommands: ["AUTH", "STARTTLS"],
  logger: false,
  onConnect(_session, done) {
    connections.push("open");
    if (heldMail !== "at the greeting") done();
  },
  onData(stream, session, done) {
    stream.resume().on("end", () => {
      mails.push(...session.envelope.rcptTo.map(({ address }) => address));
      if (heldMail !== "after the email") done();
    });
  },
});
mailServer.on("error", () => {});

beforeAll(async () => {
  database = await createDatabase(inject("databaseServerUrl"), inject("databaseTemplate"));
  receiver = await startWebhookReceiver();
  model = await startScriptedModelServer();
  model.follow({ kind: "hang" });
  feedServer.listen(0, "127.0.0.1");
  await once(feedServer, "listening");
  const mailPort = await findFreePort();
  mailServer.listen(mailPort, "127.0.0.1");
  const feedHost = `127.0.0.1:${(feedServer.address() as AddressInfo).port}`;
  const feeds = ["held", "stored"].map((name) => ({ name, url: `http://${feedHost}/${name}` }));
  const config = join(folder, "mintwright.yaml");
  writeFileSync(
    config,
    JSON.stringify({
      engines: { scripted: { type: "openai", baseUrl: model.baseUrl, model: "scripted" } },
      models: { news_writer: "scripted" },
      news: { gather: true, feeds },
      outbound: { allow: [receiver.hostAndPort, feedHost] },
    }),
  );
  environment = {
    DATABASE_URL: database.url,
    MINTWRIGHT_CONFIG: config,
    PUBLIC_URL: publicUrl,
    DASHBOARD_SECRET: "a secret of the tests that is long enough",
    SMTP_URL: `smtp://127.0.0.1:${mailPort}`,
    STORAGE_DIRECTORY: join(folder, "storage"),
  };
  // The first worker of an installation creates the tables of the queue.
  await (await startProcess("worker", { ...environment, MINTWRIGHT_CONFIG: writeEmptyConfig() })).stop();
  ({ accountId } = await createTestAccount(database.url));
  await database.query(
    `insert into news_alert (account_id, alert_id, webhook_url) values ($1, gen_random_uuid(), $2)`,
    [accountId, receiver.url],
  );
}, 120_000);

afterAll(async () => {
  await Promise.all(blockers.map((blocker) => blocker.end()));
  await Promise.all(processes.map((each) => each.stop()));
  await receiver.stop();
  await model.stop();
  feedServer.closeAllConnections();
  feedServer.close();
  await new Promise<void>((resolve) => mailServer.close(() => resolve()));
  await assertLedgerAddsUp(database.url);
  await database.drop();
  rmSync(folder, { recursive: true });
});

function writeEmptyConfig(): string {
  const path = join(folder, "empty.yaml");
  writeFileSync(path, JSON.stringify({ news: { gather: false } }));
  return path;
}

async function startProcesses(): Promise<void> {
  processes = await Promise.all([startProcess("api", environment), startProcess("worker", environment)]);
}

/** Holds locks until the processes were killed. */
async function block(statement: string, values: unknown[] = []): Promise<void> {
  const blocker = new pg.Client({ connectionString: database.url, application_name: "blocker" });
  blocker.on("error", () => {});
  await blocker.connect();
  blockers.push(blocker);
  await blocker.query("begin");
  await blocker.query(statement, values);
}

async function signUp(email: string): Promise<void> {
  const answer = await fetch(`${processes[0]?.baseUrl}/dashboard/api/auth/sign-up/email`, {
    method: "POST",
    headers: { "content-type": "application/json", origin: publicUrl },
    body: JSON.stringify({ email }),
  });
  expect(answer.status).toBe(200);
}

/** Adds a delivery whose job waits for a minute, so that its locks can be taken first. */
async function queueWebhook(deliveryId: string): Promise<void> {
  await database.query(
    `with delivery as (
       insert into webhook_delivery (account_id, delivery_id, url, type, body, job_id)
       values ($1, $2, $3, 'test.happened', '{}', gen_random_uuid()) returning account_id, delivery_id, job_id
     )
     insert into pgboss.job (name, id, data, retry_limit, retry_backoff, heartbeat_seconds, start_after)
     select 'webhooks', job_id, jsonb_build_object('accountId', account_id, 'deliveryId', delivery_id), 1000, true, 12,
       now() + interval '1 minute'
     from delivery`,
    [accountId, deliveryId, receiver.url],
  );
}

async function plantArticle(title: string): Promise<string> {
  const [row] = await database.query<{ id: string }>(
    `with article as (
       insert into news_article (published_at, category_id, network_id, title, description, url, words)
       values (now() - interval '1 minute', 5, 46, $1, '', 'https://planted.example/' || $1, '') returning article_id
     ), report as (
       insert into news_report (url_key, article_id, feed_id, title, excerpt, published_at)
       select decode(md5($1), 'hex'), article_id, (select min(feed_id) from news_feed), $1, $1, now() from article
     )
     select article_id::text as id from article`,
    [title],
  );
  return row?.id ?? "";
}

async function addArticleJob(queue: string, articleId: string): Promise<void> {
  await database.query(
    `insert into pgboss.job (name, data, singleton_key, retry_limit, retry_backoff, heartbeat_seconds)
     values ($1, jsonb_build_object('articleId', $2::bigint), $2, 1000, true, 12)`,
    [queue, articleId],
  );
}

const dueNow = (queue: string) =>
  database.query("update pgboss.job set start_after = now() where name = $1 and state < 'active'", [queue]);

async function untilBlocked(statements: number): Promise<void> {
  await vi.waitFor(
    async () => {
      const waiting = await database.query<{ query: string }>(
        `select left(query, 60) as query from pg_stat_activity
         where datname = current_database() and wait_event_type = 'Lock' and application_name <> 'blocker'`,
      );
      expect(waiting, JSON.stringify(waiting)).toHaveLength(statements);
    },
    { timeout: 30_000, interval: 100 },
  );
}

const until = (check: () => unknown) => vi.waitFor(check, { timeout: 30_000, interval: 100 });

async function killAndRestart(round: string, expectedJobs: Record<string, number>): Promise<void> {
  const jobs = await listRunningJobs(database, queues);
  const counts = Object.fromEntries(
    Object.keys(expectedJobs).map((name) => [name, jobs.filter((job) => job.name === name).length]),
  );
  expect(counts).toEqual(expectedJobs);
  const killedAt = performance.now();
  await Promise.all(processes.map((each) => each.kill()));
  for (const blocker of blockers) await blocker.end();
  blockers = [];
  await startProcesses();
  const restarts = await measureRestarts(database, jobs, killedAt);
  const figures = [...restarts].map(([queue, seconds]) => `${queue} ${seconds.toFixed(1)} s`);
  report(`killed jobs, ${round}: restarted after ${figures.join(", ")}`);
  for (const [queue, seconds] of restarts) expect(seconds, queue).toBeLessThanOrEqual(30);
}

it("starts every job again within 30 seconds, whatever step it was killed at", {
  timeout: 240_000,
}, async () => {
  const [unbegun, unanswered, unrecorded] = [randomUUID(), randomUUID(), randomUUID()];
  for (const deliveryId of [unbegun, unanswered, unrecorded]) await queueWebhook(deliveryId);
  receiver.answer = async (response, id) => {
    if (id === unanswered) return;
    // The attempt has begun; recording its end waits for this key.
    const attempt =
      "insert into webhook_attempt (account_id, delivery_id, attempt, elapsed_in_ms) values ($1, $2, 1, 0)";
    if (id === unrecorded) await block(attempt, [accountId, id]);
    response.writeHead(204).end();
  };
  await block("select pg_advisory_xact_lock(hashtext('mintwright.news'))");
  await block("select from webhook_delivery where delivery_id = $1 for update", [unbegun]);
  await startProcesses();
  const [first, second, third] = [
    await plantArticle("first"),
    await plantArticle("second"),
    await plantArticle("third"),
  ];
  await block("lock table news_alert in access exclusive mode");
  await addArticleJob("rewrite-news-article", first);
  await signUp("one@example.com");
  await until(() => expect(feedRequests).toEqual(expect.arrayContaining(["/held", "/stored"])));
  await until(() => expect(model.calls.length).toBeGreaterThan(0));
  await until(() => expect(mails).toEqual(["one@example.com"]));
  // All at once: a transaction gives up after waiting five seconds for a lock.
  await addArticleJob("match-news-alerts", first);
  storedFeed.resolve();
  await dueNow("webhooks");
  await until(() => expect(receiver.ids.toSorted()).toEqual([unanswered, unrecorded].toSorted()));
  // The stored feed, the alerts, the delivery's row and the attempt's key.
  await untilBlocked(4);
  isFeedHeld = false;
  heldMail = undefined;
  model.follow({ kind: "answer", text: "{}" });
  receiver.answer = (response) => response.writeHead(204).end();
  await killAndRestart("first round", {
    webhooks: 3,
    "fetch-news-feed": 2,
    "rewrite-news-article": 1,
    "match-news-alerts": 1,
    "send-email": 1,
  });
  const listOpen = () =>
    database.query(
      "select name, state from pgboss.job where name = any($1) and state < 'completed' and start_after < now()",
      [queues],
    );
  await until(async () => expect(await listOpen()).toEqual([]));

  heldMail = "at the greeting";
  connections.length = 0;
  await signUp("two@example.com");
  await until(() => expect(connections).toEqual(["open"]));
  await block("lock table webhook_delivery in share row exclusive mode");
  await block("select from news_article where article_id = $1 for update", [third]);
  await addArticleJob("match-news-alerts", second);
  await addArticleJob("rewrite-news-article", third);
  await untilBlocked(2);
  heldMail = undefined;
  await killAndRestart("second round", {
    "rewrite-news-article": 1,
    "match-news-alerts": 1,
    "send-email": 1,
  });
  await until(() => expect(mails).toContain("two@example.com"));
  await until(async () => expect(await listOpen()).toEqual([]));

  // Alerts and articles exactly once; webhooks and emails once, or twice when the other server had them already.
  const articles = await database.query<{ url: string; times: number }>(
    "select url, count(*)::int as times from news_article where url like 'https://outlet.example%' group by url order by url",
  );
  expect(articles).toEqual([
    { url: "https://outlet.example/held", times: 1 },
    { url: "https://outlet.example/stored", times: 1 },
  ]);
  await dueNow("match-news-alerts");
  const listTold = () =>
    database.query<{ article: string; times: number }>(
      `select body::json->'data'->'article'->>'id' as article, count(*)::int as times from webhook_delivery
       where type = 'news.article' group by 1 order by 1`,
    );
  await until(async () => expect(await listTold()).toHaveLength(4));
  expect((await listTold()).map(({ times }) => times)).toEqual([1, 1, 1, 1]);
  const states = () =>
    database.query("select 1 from webhook_delivery where type = 'test.happened' and state <> 'delivered'");
  await until(async () => expect(await states()).toEqual([]));
  const count = (id: string) => receiver.ids.filter((each) => each === id).length;
  expect([unbegun, unanswered, unrecorded].map(count)).toEqual([1, 2, 2]);
  expect(mails).toEqual(["one@example.com", "one@example.com", "two@example.com"]);
});
