import { createHmac, randomUUID } from "node:crypto";
import { Webhook } from "standardwebhooks";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from "vitest";
import { type ClonedDatabase, cloneDatabase } from "../../platform/__fixtures__/cloned-database.ts";
import { startRound } from "../../platform/database/clean-up-round.ts";
import { createLogger } from "../../platform/logging.ts";
import { createOutbound } from "../../platform/outbound/index.ts";
import { openQueue, type Queue } from "../../platform/queue/queue.ts";
import { createMetrics } from "../../platform/telemetry/metrics.ts";
import { type Receiver, startReceiver } from "./__fixtures__/receiver.ts";
import { beginAttempt, deleteOldDeliveries, endAttempt, reviveDelivery } from "./deliveries.repository.ts";
import { listDeliveries } from "./delivery-log.repository.ts";
import { checkWebhookUrl, createDeliveryJob, queueWebhook, webhookKind } from "./index.ts";
import type { WebhookEvent } from "./queue-webhook.ts";
import { deletePreviousSecrets, getWebhookSecrets, rotateWebhookSecret } from "./webhook-secret.ts";

const logger = createLogger("silent");
/** A retry starts up to a second after it is due; the rest is for a busy machine. */
const patience = 20_000;
let clone: ClonedDatabase;
let sender: Queue;
let receiver: Receiver;
let accountId: string;

beforeAll(async () => {
  clone = await cloneDatabase();
  sender = await openQueue(clone.database, [webhookKind], { logger, isWorker: false });
});
afterAll(async () => {
  await sender.stop();
  await clone.close();
});
beforeEach(async () => {
  accountId = randomUUID();
  receiver = await startReceiver();
});
afterEach(async () => {
  await receiver.stop();
  await clone.query("delete from webhook_delivery");
  await clone.query("delete from pgboss.job");
});

const queueEvent = (event: WebhookEvent) =>
  clone.database.transaction().execute((transaction) => queueWebhook(transaction, sender.enqueue, event));

const queue = (url = receiver.url, data: Record<string, unknown> = { n: 1 }) =>
  queueEvent({ accountId, url, type: "test.happened", data });

const revive = (owner: string, deliveryId: string) =>
  reviveDelivery({ database: clone.database, enqueue: sender.enqueue }, owner, deliveryId);

const read = async (deliveryId: string) => {
  const [found] = await listDeliveries(clone.database, accountId, { limit: 1, deliveryId });
  return found?.delivery;
};

async function makeDue() {
  await clone.query(
    "update webhook_delivery set due_at = now() - interval '1 second' where due_at is not null",
  );
  await clone.query("update pgboss.job set start_after = now() where state < 'active'");
}

async function start(allow = [receiver.hostAndPort]): Promise<Queue> {
  const { database } = clone;
  const metrics = createMetrics();
  const worker = await openQueue(database, [webhookKind], { logger, isWorker: true, url: clone.url });
  const { enqueue } = worker;
  const job = createDeliveryJob({ database, enqueue, outbound: createOutbound({ allow }), metrics });
  await worker.work([job], { logger, metrics });
  return worker;
}

describe("a queued webhook", () => {
  it("is sent with a signature that verifies, once, and logged", async () => {
    const deliveryId = await queue();
    const delivery = await start();
    await vi.waitFor(async () => expect((await read(deliveryId))?.state).toBe("delivered"), patience);
    await delivery.stop();
    expect(receiver.received).toHaveLength(1);
    const [{ headers, body }] = receiver.received as [(typeof receiver.received)[0]];
    const { secret } = await getWebhookSecrets(clone.database, accountId);
    expect(new Webhook(secret).verify(body, headers)).toEqual({
      type: "test.happened",
      timestamp: expect.stringMatching(/^\d{4}-.*Z$/),
      data: { n: 1 },
    });
    // The same by hand, as the standard writes it down.
    const signed = `${deliveryId}.${headers["webhook-timestamp"]}.${body}`;
    const key = Buffer.from(secret.replace(/^whsec_/, ""), "base64");
    expect(headers["webhook-signature"]).toBe(
      `v1,${createHmac("sha256", key).update(signed).digest("base64")}`,
    );
    expect(headers).toMatchObject({ "webhook-id": deliveryId, "content-type": "application/json" });
    expect(await read(deliveryId)).toMatchObject({
      url: receiver.url,
      type: "test.happened",
      nextAttemptAt: null,
      attempts: [{ attempt: 1, status: 204, error: null, elapsedInMs: expect.any(Number) }],
    });
  });

  it("does not exist when the transaction that queued it fails", async () => {
    await clone.database
      .transaction()
      .execute(async (transaction) => {
        await queueWebhook(transaction, sender.enqueue, {
          accountId,
          url: receiver.url,
          type: "t",
          data: {},
        });
        throw new Error("no");
      })
      .catch(() => {});
    expect(await listDeliveries(clone.database, accountId, { limit: 10 })).toEqual([]);
  });

  it("is refused when it is too large", async () => {
    await expect(queue(receiver.url, { text: "x".repeat(70_000) })).rejects.toThrow("send a link instead");
  });

  it("is tried again after an error, under the same id, and waits longer each time", async () => {
    receiver.answer = (_request, response) => response.writeHead(500).end("no");
    const deliveryId = await queue();
    const delivery = await start();
    const waits: number[] = [];
    for (let attempt = 1; attempt <= 4; attempt++) {
      await vi.waitFor(async () => {
        const { attempts, nextAttemptAt } = (await read(deliveryId)) as NonNullable<
          Awaited<ReturnType<typeof read>>
        >;
        expect(attempts).toHaveLength(attempt);
        expect(attempts[0]).toMatchObject({
          ...{ attempt, status: 500, error: "The receiver answered 500.", response: "no" },
        });
        waits[attempt - 1] = Date.parse(nextAttemptAt ?? "") - Date.parse(attempts[0]?.endedAt ?? "");
      }, patience);
      await makeDue();
    }
    receiver.answer = (_request, response) => response.writeHead(200).end("ok");
    await makeDue();
    await vi.waitFor(async () => expect((await read(deliveryId))?.state).toBe("delivered"), patience);
    await delivery.stop();
    for (const [index, wait] of waits.entries()) {
      expect(wait).toBeGreaterThanOrEqual(3_900 * 2 ** index);
      expect(wait).toBeLessThanOrEqual(6_100 * 2 ** index);
    }
    expect(new Set(receiver.received.map(({ headers }) => headers["webhook-id"]))).toEqual(
      new Set([deliveryId]),
    );
    expect(new Set(receiver.received.map(({ body }) => body)).size).toBe(1);
  });

  it("is given up after a day, and a replay tries it for another", async () => {
    receiver.answer = async (_request, response) => {
      // The day ends 3 s after the first attempt began, however long the worker needed to start.
      if (receiver.received.length === 1)
        await clone.query("update webhook_delivery set give_up_at = now() + interval '3 seconds'");
      response.writeHead(503).end();
    };
    const deliveryId = await queue();
    const delivery = await start();
    // The last attempt is at the end of the day, not at the end of a wait that would pass it.
    await vi.waitFor(async () => expect((await read(deliveryId))?.state).toBe("failed"), patience);
    receiver.answer = (_request, response) => response.writeHead(204).end();
    expect(await revive(randomUUID(), deliveryId)).toBe(false);
    expect(await revive(accountId, deliveryId)).toBe(true);
    await vi.waitFor(async () => expect((await read(deliveryId))?.state).toBe("delivered"), patience);
    await delivery.stop();
    expect((await read(deliveryId))?.attempts.map(({ attempt, status }) => [attempt, status])).toEqual([
      [3, 204],
      [2, 503],
      [1, 503],
    ]);
  });

  it("stops at 410, as do all others to that receiver, until a replay", async () => {
    receiver.answer = (_request, response) => response.writeHead(410).end();
    const first = await queue();
    const delivery = await start();
    await vi.waitFor(async () => expect((await read(first))?.state).toBe("stopped"), patience);
    const second = await queue();
    await vi.waitFor(async () => expect((await read(second))?.state).toBe("stopped"), patience);
    expect((await read(second))?.attempts).toMatchObject([
      { status: null, error: expect.stringMatching(/Not sent/) },
    ]);
    expect(receiver.received).toHaveLength(1);
    receiver.answer = (_request, response) => response.writeHead(204).end();
    await revive(accountId, second);
    await vi.waitFor(async () => expect((await read(second))?.state).toBe("delivered"), patience);
    const third = await queue();
    await vi.waitFor(async () => expect((await read(third))?.state).toBe("delivered"), patience);
    await delivery.stop();
  });

  it("leaves room for others while one account's receiver is slow", async () => {
    const held: (() => void)[] = [];
    const quick = await startReceiver();
    receiver.answer = (_request, response) => held.push(() => response.writeHead(204).end());
    for (let n = 0; n < 20; n++) await queue();
    const delivery = await start([receiver.hostAndPort, quick.hostAndPort]);
    await vi.waitFor(() => expect(held).toHaveLength(4), patience);
    await queueEvent({ accountId: randomUUID(), url: quick.url, type: "t", data: {} });
    await vi.waitFor(() => expect(quick.received).toHaveLength(1), patience);
    expect(held).toHaveLength(4);
    const stopped = delivery.stop();
    for (const answer of held) answer();
    await stopped;
    await quick.stop();
    expect(await listDeliveries(clone.database, accountId, { limit: 50, state: "delivered" })).toHaveLength(
      4,
    );
  });
});

describe("an attempt", () => {
  const result = { status: 204, error: null, answerText: null, elapsedInMs: 1, retryInMs: 1 };
  const finish = async () => true;

  async function begin(deliveryId: string) {
    const [row] = await clone.query<{ job_id: string }>(
      "select job_id from webhook_delivery where delivery_id = $1",
      [deliveryId],
    );
    return beginAttempt(clone.database, { accountId, deliveryId }, row?.job_id ?? "");
  }
  const end = (
    attempt: Awaited<ReturnType<typeof begin>>,
    change: Partial<Parameters<typeof endAttempt>[2]>,
  ) =>
    endAttempt(
      { database: clone.database, enqueue: sender.enqueue },
      attempt as NonNullable<typeof attempt>,
      { ...result, outcome: "delivered", ...change },
      finish,
    );

  it("that was lost is noted by the next one, and decides nothing when it was only slow", async () => {
    const deliveryId = await queue();
    const lost = await begin(deliveryId);
    expect(lost).toMatchObject({ deliveryId, attempt: 1 });
    const next = await begin(deliveryId);
    expect(next).toMatchObject({ deliveryId, attempt: 2 });
    expect((await read(deliveryId))?.attempts).toMatchObject([
      { attempt: 1, status: null, error: expect.stringMatching(/did not end/) },
    ]);
    await end(lost, { outcome: "failed", status: 500 });
    expect(await read(deliveryId)).toMatchObject({ state: "pending", attempts: [{ status: 500 }] });
    await end(next, {});
    expect(await read(deliveryId)).toMatchObject({ state: "delivered", attempts: [{}, {}] });
  });

  it("of a job that a replay has replaced does not begin, and one under way decides nothing", async () => {
    const deliveryId = await queue();
    const underWay = await begin(deliveryId);
    await revive(accountId, deliveryId);
    expect(
      await beginAttempt(clone.database, { accountId, deliveryId }, underWay?.jobId ?? ""),
    ).toBeUndefined();
    await end(underWay, { outcome: "failed" });
    expect(await read(deliveryId)).toMatchObject({ state: "pending" });
    await end(await begin(deliveryId), {});
    expect(await read(deliveryId)).toMatchObject({ state: "delivered" });
  });
});

describe("the log", () => {
  it("forgets after the given days what is no longer tried", async () => {
    const [old, waiting] = [await queue(), await queue()];
    await clone.query("update webhook_delivery set created_at = now() - interval '31 days'");
    await clone.query("update webhook_delivery set state = 'failed', due_at = null where delivery_id = $1", [
      old,
    ]);
    await deleteOldDeliveries(clone.database, startRound(), 30);
    expect(await read(old)).toBeUndefined();
    expect(await read(waiting)).toBeDefined();
  });

  it("shows an account its own and no other", async () => {
    const deliveryId = await queue();
    expect(await listDeliveries(clone.database, randomUUID(), { limit: 10 })).toEqual([]);
    expect(await listDeliveries(clone.database, randomUUID(), { limit: 10, deliveryId })).toEqual([]);
  });
});

describe("a secret", () => {
  it("is made once, though many ask at once, and is another for every account", async () => {
    const secrets = await Promise.all(
      Array.from({ length: 8 }, () => getWebhookSecrets(clone.database, accountId)),
    );
    const [first] = secrets;
    expect(new Set(secrets.map(({ secret }) => secret)).size).toBe(1);
    expect(first?.secret).toMatch(/^whsec_[A-Za-z0-9+/]{43}=$/);
    expect((await getWebhookSecrets(clone.database, randomUUID())).secret).not.toBe(first?.secret);
  });

  const canVerify = ({ headers, body }: (typeof receiver.received)[0], secret: string) => {
    try {
      new Webhook(secret).verify(body, headers);
      return true;
    } catch {
      return false;
    }
  };

  /** Delivers one webhook and tells which of the secrets verify it. */
  async function deliverAndVerify(secrets: string[]): Promise<boolean[]> {
    const deliveryId = await queue();
    const delivery = await start();
    await vi.waitFor(async () => expect((await read(deliveryId))?.state).toBe("delivered"), patience);
    await delivery.stop();
    const sent = receiver.received.at(-1) as (typeof receiver.received)[0];
    return secrets.map((secret) => canVerify(sent, secret));
  }

  it("that was rotated signs beside the new one until the overlap ends, and a third drops the first", async () => {
    const { secret: first } = await getWebhookSecrets(clone.database, accountId);
    const { secret: second, previous } = await rotateWebhookSecret(clone.database, accountId, 24);
    expect(previous?.secret).toBe(first);
    expect(await deliverAndVerify([first, second])).toEqual([true, true]);
    const { secret: third } = await rotateWebhookSecret(clone.database, accountId, 1);
    expect(await deliverAndVerify([first, second, third])).toEqual([false, true, true]);
    await clone.query("update webhook_secret set previous_valid_until = now() where account_id = $1", [
      accountId,
    ]);
    expect(await deliverAndVerify([second, third])).toEqual([false, true]);
    await deletePreviousSecrets(clone.database);
    expect(await clone.query("select 1 from webhook_secret where previous_secret is not null")).toEqual([]);
  });

  it("that has leaked stops signing at once when it is rotated without an overlap", async () => {
    const { secret: leaked } = await getWebhookSecrets(clone.database, accountId);
    const { secret, previous } = await rotateWebhookSecret(clone.database, accountId, 0);
    expect(previous).toBeUndefined();
    expect(await deliverAndVerify([leaked, secret])).toEqual([false, true]);
  });
});

describe("the address of a receiver", () => {
  const outbound = createOutbound({ allow: ["127.0.0.1:9999"] });

  it.each([
    ["http://127.0.0.1:8080/x", /does not lead to a public/],
    ["http://localhost/x", /does not lead to a public/],
    ["https://[::1]/", /does not lead to a public/],
    ["http://169.254.169.254/latest/meta-data", /does not lead to a public/],
    ["http://10.0.0.1/", /does not lead to a public/],
    ["http://2130706433/", /does not lead to a public/],
    ["ftp://example.com/", /Only http and https/],
    ["http://93.184.216.34:22/", /Port 22/],
    ["http://user:pass@93.184.216.34/", /user name/],
    ["not a url", /not valid/],
    [`https://93.184.216.34/${"x".repeat(2_100)}`, /longer than 2048/],
  ])("%s is refused", async (url, reason) => {
    await expect(checkWebhookUrl(outbound, url)).rejects.toMatchObject({
      code: "webhook_url_refused",
      message: expect.stringMatching(reason),
    });
  });

  it.each(["https://93.184.216.34/hook", "http://127.0.0.1:9999/"])("%s is accepted", async (url) => {
    await expect(checkWebhookUrl(outbound, url)).resolves.toBeUndefined();
  });
});
