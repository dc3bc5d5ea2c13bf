import { randomUUID } from "node:crypto";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import {
  createDatabase,
  findFreePort,
  queueDeliveries,
  startMailServer,
  startPostgres,
  startProcess,
} from "@mintwright/test-harness";
import { queueWebhook, webhookKind } from "../apps/server/src/features/webhooks/index.ts";
import { connectDatabase } from "../apps/server/src/platform/database/database.ts";
import { createLogger } from "../apps/server/src/platform/logging.ts";
import { openQueue } from "../apps/server/src/platform/queue/queue.ts";
import { startWebhookReceiver } from "../faults/webhook-receiver.ts";
import { percentile, print, printFigure } from "./measure.ts";

// How many statements an idle worker sends, how soon webhooks and emails are first attempted, and how much later that is
// while another account has a long queue. BENCH_QUEUED, BENCH_SAMPLES and BENCH_IDLE_SECONDS set a short run.

const queued = Number(process.env.BENCH_QUEUED ?? 100_000);
const samples = Number(process.env.BENCH_SAMPLES ?? 60);
const idleSeconds = Number(process.env.BENCH_IDLE_SECONDS ?? 60);
const pauseInMs = 150;
/** How long the receiver of the long queue takes. */
const busyAnswerInMs = 50;

const postgres = await startPostgres({
  shared_buffers: "256MB",
  shared_preload_libraries: "pg_stat_statements",
});
const database = await createDatabase(postgres.url);
const receiver = await startWebhookReceiver();
const mail = await startMailServer(await findFreePort());
const folder = mkdtempSync(join(tmpdir(), "mintwright-queue-"));
const config = join(folder, "mintwright.yaml");
writeFileSync(config, JSON.stringify({ outbound: { allow: [receiver.hostAndPort] } }));
const environment = {
  DATABASE_URL: database.url,
  MINTWRIGHT_CONFIG: config,
  STORAGE_DIRECTORY: join(folder, "storage"),
  PUBLIC_URL: "http://dashboard.test",
  DASHBOARD_SECRET: "a secret of the tests that is long enough",
  SMTP_URL: mail.url,
  // Each sign-up comes from another address: one address may sign up a few times only.
  TRUSTED_PROXIES: "127.0.0.1",
};
const worker = await startProcess("worker", environment);
await database.query("create extension pg_stat_statements");
const pool = connectDatabase({
  url: database.url,
  poolSize: 2,
  applicationName: "bench",
  onConnectionError() {},
});
const queue = await openQueue(pool, [webhookKind], { logger: createLogger("silent"), isWorker: false });

const arrivals = new Map<string, number>();
receiver.answer = (response, id) => {
  arrivals.set(id, performance.now());
  if (busy.has(id)) setTimeout(() => response.writeHead(204).end(), busyAnswerInMs);
  else response.writeHead(204).end();
};
const busy = { has: (id: string) => !expected.has(id) };
const expected = new Set<string>();

try {
  const idlePerSecond = await measureIdle();
  const webhooksInMs = await measureWebhooks();
  const emailsInMs = await measureEmails();
  const busyAccount = { accountId: randomUUID(), url: receiver.url, type: "bench.happened" };
  await queueDeliveries(database, busyAccount, queued);
  await database.query("analyze");
  const before = arrivals.size;
  const startedAt = performance.now();
  const besideInMs = await measureWebhooks();
  const perSecond = ((arrivals.size - before - samples) / (performance.now() - startedAt)) * 1000;
  print(`long queue: ${perSecond.toFixed(1)} deliveries/s meanwhile`);
  const p95 = (values: number[]) => percentile(values, 0.95);
  print(`webhooks, first attempt: median ${percentile(webhooksInMs, 0.5).toFixed(0)} ms`);
  print(`emails, first attempt: median ${percentile(emailsInMs, 0.5).toFixed(0)} ms`);
  print(`webhooks beside a long queue: median ${percentile(besideInMs, 0.5).toFixed(0)} ms`);
  printFigure("queue.webhook_first_attempt_p95_in_ms", p95(webhooksInMs), "<= 500");
  printFigure("queue.email_first_attempt_p95_in_ms", p95(emailsInMs), "<= 500");
  printFigure("queue.delay_by_long_queue_p95_in_ms", p95(besideInMs) - p95(webhooksInMs), "<= 500");
  printFigure("queue.idle_worker_statements_per_second", idlePerSecond, "<= 21");
} finally {
  await queue.stop();
  await pool.destroy();
  await worker.stop();
  await mail.stop();
  await receiver.stop();
  await database.drop();
  postgres.stop();
  rmSync(folder, { recursive: true });
}

async function measureIdle(): Promise<number> {
  await sleep(5_000);
  const count = async () => {
    const [row] = await database.query<{ calls: number }>(
      `select sum(calls)::int as calls from pg_stat_statements
       where dbid = (select oid from pg_database where datname = current_database())`,
    );
    return row?.calls ?? 0;
  };
  const before = await count();
  await sleep(idleSeconds * 1_000);
  return ((await count()) - before) / idleSeconds;
}

/** Each webhook belongs to another account. */
async function measureWebhooks(): Promise<number[]> {
  const queuedAt = new Map<string, number>();
  for (let sample = 0; sample < samples; sample++) {
    const event = { accountId: randomUUID(), url: receiver.url, type: "bench.happened", data: {} };
    const deliveryId = await pool.transaction().execute((transaction) => {
      return queueWebhook(transaction, queue.enqueue, event);
    });
    expected.add(deliveryId);
    queuedAt.set(deliveryId, performance.now());
    await sleep(pauseInMs);
  }
  const giveUpAt = performance.now() + 60_000;
  while ([...queuedAt.keys()].some((id) => !arrivals.has(id)) && performance.now() < giveUpAt)
    await sleep(50);
  await printPickUp([...queuedAt.keys()]);
  return [...queuedAt].map(([id, at]) => Math.max(0, (arrivals.get(id) ?? performance.now()) - at));
}

/** How much of the wait is the queue, and how much the attempt itself. */
async function printPickUp(deliveryIds: string[]): Promise<void> {
  await sleep(500);
  const rows = await database.query<{ pickUpInMs: number; attemptInMs: number }>(
    `select extract(epoch from a.ended_at - d.created_at)::float8 * 1000 - a.elapsed_in_ms as "pickUpInMs",
       a.elapsed_in_ms as "attemptInMs"
     from webhook_delivery d join webhook_attempt a using (account_id, delivery_id)
     where a.attempt = 1 and d.delivery_id = any($1)`,
    [deliveryIds],
  );
  for (const step of ["pickUpInMs", "attemptInMs"] as const) {
    const values = rows.map((row) => row[step]);
    const [median, p95] = [percentile(values, 0.5), percentile(values, 0.95)];
    print(`webhooks, ${step}: median ${median.toFixed(0)}, p95 ${p95.toFixed(0)}`);
  }
}

async function measureEmails(): Promise<number[]> {
  const api = await startProcess("api", environment);
  const waits: number[] = [];
  for (let sample = 0; sample < samples; sample++) {
    const email = `owner-${sample}@example.com`;
    const answer = await fetch(`${api.baseUrl}/dashboard/api/auth/sign-up/email`, {
      method: "POST",
      headers: {
        "content-type": "application/json",
        origin: environment.PUBLIC_URL,
        "x-forwarded-for": `10.0.0.${sample}`,
      },
      body: JSON.stringify({ email }),
    });
    if (answer.status !== 200) throw new Error(`sign-up answered ${answer.status}: ${await answer.text()}`);
    const answeredAt = performance.now();
    await mail.takeEmail(email, 30_000);
    waits.push(performance.now() - answeredAt);
    // Not in step with a poll.
    await sleep(Math.random() * 500);
  }
  await api.stop();
  return waits;
}
