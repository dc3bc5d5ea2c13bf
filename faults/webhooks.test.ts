import { randomUUID } from "node:crypto";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import {
  createDatabase,
  findFreePort,
  queueDeliveries,
  type RunningProcess,
  startProcess,
  type TestDatabase,
} from "@mintwright/test-harness";
import { afterAll, beforeAll, expect, inject, it, vi } from "vitest";
import { report } from "./report.ts";
import { startWebhookReceiver, type WebhookReceiver } from "./webhook-receiver.ts";

interface Delivery {
  state: string;
  attempts: { answer_status: number | null; error: string | null; elapsed_in_ms: number }[];
}

const folder = mkdtempSync(join(tmpdir(), "mintwright-webhooks-"));
const accountId = randomUUID();
const receivers: WebhookReceiver[] = [];
let absentPort: number;
let database: TestDatabase;
let worker: RunningProcess;
let environment: Record<string, string>;

async function openReceiver(port?: number): Promise<WebhookReceiver> {
  const receiver = await startWebhookReceiver(port);
  receivers.push(receiver);
  return receiver;
}

let steady: WebhookReceiver;
let trap: WebhookReceiver;

beforeAll(async () => {
  database = await createDatabase(inject("databaseServerUrl"), inject("databaseTemplate"));
  absentPort = await findFreePort();
  [steady, trap] = [await openReceiver(), await openReceiver()];
  const config = join(folder, "mintwright.yaml");
  // The trap is not on the list of allowed hosts: the worker must never connect to it.
  const allow = [steady.hostAndPort, `127.0.0.1:${absentPort}`];
  writeFileSync(config, JSON.stringify({ outbound: { allow } }));
  environment = { DATABASE_URL: database.url, MINTWRIGHT_CONFIG: config };
  worker = await startProcess("worker", environment);
});

afterAll(async () => {
  await worker?.stop();
  for (const receiver of receivers) await receiver.stop();
  await database?.drop();
  rmSync(folder, { recursive: true });
});

async function queue(url: string): Promise<string> {
  const [deliveryId = ""] = await queueDeliveries(database, { accountId, url, type: "test.happened" });
  return deliveryId;
}

async function read(deliveryId: string): Promise<Delivery> {
  const [row] = await database.query<Delivery>(
    `select state, coalesce((select json_agg(a order by attempt) from webhook_attempt a
       where a.account_id = d.account_id and a.delivery_id = d.delivery_id), '[]') as attempts
     from webhook_delivery d where delivery_id = $1`,
    [deliveryId],
  );
  return row as Delivery;
}

const waitFor = async (deliveryId: string, state: string, attempts: number, timeout = 15_000) =>
  vi.waitFor(
    async () => {
      const delivery = await read(deliveryId);
      expect([delivery.state, delivery.attempts.length]).toEqual([state, attempts]);
      return delivery;
    },
    { timeout, interval: 100 },
  );

/** As if the time until the next attempt had passed. */
async function letTimePass(): Promise<void> {
  await database.query(
    "update webhook_delivery set due_at = now() - interval '1 second' where due_at is not null",
  );
  await database.query(
    "update pgboss.job set start_after = now() where name = 'webhooks' and state < 'active'",
  );
}

/** So that what earlier tests left to be tried again is not counted. */
async function deleteAll(): Promise<void> {
  await database.query("delete from webhook_delivery");
  await database.query("delete from pgboss.job where name = 'webhooks'");
  steady.ids.length = 0;
}

it("a receiver that is down gets it when it is up again", async () => {
  const deliveryId = await queue(`http://127.0.0.1:${absentPort}/hook`);
  const { attempts } = await waitFor(deliveryId, "pending", 1);
  expect(attempts[0]).toMatchObject({ answer_status: null, error: expect.stringMatching(/No connection/) });
  const receiver = await openReceiver(absentPort);
  await letTimePass();
  await waitFor(deliveryId, "delivered", 2);
  expect(receiver.ids).toEqual([deliveryId]);
});

it("500 and then 200 is a delivery", async () => {
  steady.answer = (response, id) => {
    const isFirst = steady.ids.indexOf(id) === steady.ids.lastIndexOf(id);
    response.writeHead(isFirst ? 500 : 200).end("thanks");
  };
  const deliveryId = await queue(`${steady.url}/once-failing`);
  await waitFor(deliveryId, "pending", 1);
  await letTimePass();
  const { attempts } = await waitFor(deliveryId, "delivered", 2);
  expect(attempts.map(({ answer_status }) => answer_status)).toEqual([500, 200]);
  expect(steady.ids.filter((id) => id === deliveryId)).toHaveLength(2);
});

it("a slow receiver is given ten seconds, and others do not wait for it", { timeout: 40_000 }, async () => {
  const slow: string[] = [];
  steady.answer = (response, id) => (slow.includes(id) ? undefined : void response.writeHead(204).end());
  const deliveryId = await queue(`${steady.url}/slow`);
  slow.push(deliveryId);
  const startedAt = Date.now();
  await vi.waitFor(() => expect(steady.ids).toContain(deliveryId), { timeout: 10_000 });
  const quick = await queue(`${steady.url}/slow`);
  await waitFor(quick, "delivered", 1, 5_000);
  const { attempts } = await waitFor(deliveryId, "pending", 1, 20_000);
  report(`webhooks: a receiver that never answers was left after ${(Date.now() - startedAt) / 1000} s`);
  expect(attempts[0]?.error).toMatch(/not complete after 10 seconds/);
  expect(attempts[0]?.elapsed_in_ms).toBeLessThan(13_000);
});

it("an endless answer is taken by its status and not read", async () => {
  let sent = 0;
  steady.answer = (response) => {
    response.writeHead(200, { "content-type": "text/plain" });
    const chunk = "x".repeat(65_536);
    const pour = () => {
      while (!response.destroyed && response.write(chunk)) sent += chunk.length;
      sent += chunk.length;
    };
    response.on("drain", pour);
    pour();
  };
  const deliveryId = await queue(`${steady.url}/endless`);
  const { attempts } = await waitFor(deliveryId, "delivered", 1);
  expect(attempts[0]?.elapsed_in_ms).toBeLessThan(5_000);
  report(`webhooks: of an endless answer at most ${(sent / 1_048_576).toFixed(1)} MB left the receiver`);
  expect(sent).toBeLessThan(64 * 1_048_576);
});

it("a redirect to a private address is not followed", async () => {
  steady.answer = (response) => response.writeHead(307, { location: trap.url }).end();
  const deliveryId = await queue(`${steady.url}/redirecting`);
  const { attempts } = await waitFor(deliveryId, "pending", 1);
  expect(attempts[0]).toMatchObject({ answer_status: 307, error: expect.stringMatching(/not followed/) });
  expect(trap.ids).toEqual([]);
});

it("a private address is refused at once and for good, without a connection", async () => {
  const port = trap.hostAndPort.split(":")[1];
  const urls = [trap.url, `http://localhost:${port}/`, "http://169.254.169.254/", "http://[::1]:8080/"];
  for (const url of urls) {
    const { attempts } = await waitFor(await queue(url), "failed", 1);
    expect(attempts[0]?.error).toMatch(/does not lead to a public internet address|Port \d+ is not allowed/);
  }
  expect(trap.ids).toEqual([]);
});

it("410 stops it and everything else to that receiver", async () => {
  steady.answer = (response) => response.writeHead(410).end();
  const url = `${steady.url}/gone`;
  await waitFor(await queue(url), "stopped", 1);
  const second = await queue(url);
  const { attempts } = await waitFor(second, "stopped", 1);
  expect(attempts[0]?.error).toMatch(/^Not sent/);
  expect(steady.ids).not.toContain(second);
  steady.answer = (response) => response.writeHead(204).end();
  await waitFor(await queue(`${steady.url}/other`), "delivered", 1);
});

it("workers that are killed in the middle lose nothing, and their jobs restart within 30 s", {
  timeout: 180_000,
}, async () => {
  const held: (() => void)[] = [];
  let isHolding = true;
  steady.answer = (response) => {
    const end = () => void response.writeHead(204).end();
    if (isHolding) held.push(end);
    else end();
  };
  await deleteAll();
  const ids = await Promise.all(Array.from({ length: 30 }, () => queue(`${steady.url}/killed`)));
  for (let kill = 1; kill <= 3; kill++) {
    const before = steady.ids.length;
    // All places of the account belong to the killed worker: nothing is sent before its jobs restart.
    const waitedFrom = Date.now();
    await vi.waitFor(() => expect(steady.ids.length).toBeGreaterThan(before), { timeout: 30_000 });
    if (kill > 1)
      report(`webhooks: jobs of a killed worker restarted after ${(Date.now() - waitedFrom) / 1000} s`);
    await worker.kill();
    worker = await startProcess("worker", environment);
    await letTimePass();
  }
  isHolding = false;
  for (const end of held) end();
  const countWaiting = async () => {
    await letTimePass();
    const [row] = await database.query<{ waiting: number }>(
      "select count(*)::int as waiting from webhook_delivery where delivery_id = any($1) and state <> 'delivered'",
      [ids],
    );
    return row?.waiting;
  };
  await vi.waitFor(async () => expect(await countWaiting()).toBe(0), { timeout: 40_000, interval: 500 });
  expect(new Set(steady.ids)).toEqual(new Set(ids));
  const lost = await database.query("select 1 from webhook_attempt where error like '%process was lost%'");
  expect(lost.length).toBeGreaterThan(0);
  report(
    `webhooks: 30 queued, 3 workers killed: ${new Set(steady.ids).size} arrived in ${steady.ids.length} requests, ${lost.length} attempts were lost and made again`,
  );
});

it("two workers share the work and send nothing twice", { timeout: 60_000 }, async () => {
  steady.answer = (response) => response.writeHead(204).end();
  await deleteAll();
  const second = await startProcess("worker", environment);
  const ids = await Promise.all(Array.from({ length: 200 }, () => queue(`${steady.url}/two`)));
  await vi.waitFor(() => expect(steady.ids.length).toBeGreaterThanOrEqual(200), { timeout: 40_000 });
  await second.stop();
  expect(steady.ids).toHaveLength(200);
  expect(new Set(steady.ids)).toEqual(new Set(ids));
});
