import { createHmac, randomUUID } from "node:crypto";
import { Webhook } from "standardwebhooks";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from "vitest";
import { type ClonedDatabase, cloneDatabase } from "../../platform/__fixtures__/cloned-database.ts";
import { createLogger } from "../../platform/logging.ts";
import { createOutbound } from "../../platform/outbound/index.ts";
import { createMetrics } from "../../platform/telemetry/metrics.ts";
import { type Receiver, startReceiver } from "./__fixtures__/receiver.ts";
import { claimDelivery, endAttempt, forgetOldDeliveries, reviveDelivery } from "./deliveries.repository.ts";
import { listDeliveries } from "./delivery-log.repository.ts";
import { checkWebhookUrl, queueWebhook, startDelivery } from "./index.ts";
import { forgetPreviousSecrets, getWebhookSecrets, rotateWebhookSecret } from "./webhook-secret.ts";

let clone: ClonedDatabase;
let receiver: Receiver;
let accountId: string;

beforeAll(async () => {
  clone = await cloneDatabase();
});
afterAll(() => clone.close());
beforeEach(async () => {
  accountId = randomUUID();
  receiver = await startReceiver();
});
afterEach(async () => {
  await receiver.stop();
  await clone.query("delete from webhook_delivery");
});

const queue = (url = receiver.url, data: Record<string, unknown> = { n: 1 }) =>
  queueWebhook(clone.database, { accountId, url, type: "test.happened", data });

const read = async (deliveryId: string) => {
  const [found] = await listDeliveries(clone.database, accountId, { limit: 1, deliveryId });
  return found?.delivery;
};

const makeDue = () =>
  clone.query("update webhook_delivery set due_at = now() - interval '1 second' where due_at is not null");

function start(allow = [receiver.hostAndPort]) {
  const outbound = createOutbound({ allow });
  return startDelivery({
    database: clone.database,
    outbound,
    metrics: createMetrics(),
    logger: createLogger("silent"),
  });
}

describe("a queued webhook", () => {
  it("is sent with a signature that verifies, once, and logged", async () => {
    const deliveryId = await queue();
    const delivery = start();
    await vi.waitFor(async () => expect((await read(deliveryId))?.state).toBe("delivered"), 5_000);
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
        await queueWebhook(transaction, { accountId, url: receiver.url, type: "t", data: {} });
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
    const delivery = start();
    const waits: number[] = [];
    for (let attempt = 1; attempt <= 4; attempt++) {
      await vi.waitFor(async () => {
        const { attempts, nextAttemptAt } = (await read(deliveryId)) as NonNullable<
          Awaited<ReturnType<typeof read>>
        >;
        expect(attempts).toHaveLength(attempt);
        expect(attempts[0]).toMatchObject({ attempt, status: 500, error: "The receiver answered 500." });
        waits[attempt - 1] = Date.parse(nextAttemptAt ?? "") - Date.parse(attempts[0]?.endedAt ?? "");
      }, 5_000);
      await makeDue();
    }
    receiver.answer = (_request, response) => response.writeHead(200).end("ok");
    await makeDue();
    await vi.waitFor(async () => expect((await read(deliveryId))?.state).toBe("delivered"), 5_000);
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
    receiver.answer = (_request, response) => response.writeHead(503).end();
    const deliveryId = await queue();
    await clone.query("update webhook_delivery set give_up_at = now() + interval '1 second'");
    const delivery = start();
    await vi.waitFor(async () => expect((await read(deliveryId))?.attempts).toHaveLength(1), 5_000);
    // The last attempt is at the end of the day, not at the end of a wait that would pass it.
    await vi.waitFor(async () => expect((await read(deliveryId))?.state).toBe("failed"), 5_000);
    receiver.answer = (_request, response) => response.writeHead(204).end();
    expect(await reviveDelivery(clone.database, randomUUID(), deliveryId)).toBe(false);
    expect(await reviveDelivery(clone.database, accountId, deliveryId)).toBe(true);
    await vi.waitFor(async () => expect((await read(deliveryId))?.state).toBe("delivered"), 5_000);
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
    const delivery = start();
    await vi.waitFor(async () => expect((await read(first))?.state).toBe("stopped"), 5_000);
    const second = await queue();
    await vi.waitFor(async () => expect((await read(second))?.state).toBe("stopped"), 5_000);
    expect((await read(second))?.attempts).toMatchObject([
      { status: null, error: expect.stringMatching(/Not sent/) },
    ]);
    expect(receiver.received).toHaveLength(1);
    receiver.answer = (_request, response) => response.writeHead(204).end();
    await reviveDelivery(clone.database, accountId, second);
    await vi.waitFor(async () => expect((await read(second))?.state).toBe("delivered"), 5_000);
    const third = await queue();
    await vi.waitFor(async () => expect((await read(third))?.state).toBe("delivered"), 5_000);
    await delivery.stop();
  });

  it("leaves room for others while one account's receiver is slow", async () => {
    const held: (() => void)[] = [];
    const quick = await startReceiver();
    receiver.answer = (_request, response) => held.push(() => response.writeHead(204).end());
    for (let n = 0; n < 20; n++) await queue();
    const delivery = start([receiver.hostAndPort, quick.hostAndPort]);
    await vi.waitFor(() => expect(held).toHaveLength(4), 5_000);
    await queueWebhook(clone.database, { accountId: randomUUID(), url: quick.url, type: "t", data: {} });
    await vi.waitFor(() => expect(quick.received).toHaveLength(1), 5_000);
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

describe("a lease", () => {
  const lease = (leaseInMs = 60_000) =>
    claimDelivery(clone.database, { leaseId: randomUUID(), leaseInMs, busyAccounts: [] });
  const result = { status: 204, error: null, elapsedInMs: 1, retryInMs: 1 };

  it("keeps a delivery to one attempt, and gives it back when that one is lost", async () => {
    const deliveryId = await queue();
    const [lost, nothing] = [await lease(), await lease()];
    expect(lost).toMatchObject({ deliveryId, attempt: 1 });
    expect(nothing).toBeUndefined();
    await makeDue();
    const next = await lease();
    expect(next).toMatchObject({ deliveryId, attempt: 2 });
    expect((await read(deliveryId))?.attempts).toMatchObject([
      { attempt: 1, status: null, error: expect.stringMatching(/did not end/) },
    ]);
    // The first one was only slow: it may say what it saw, and decides nothing.
    await endAttempt(clone.database, lost as NonNullable<typeof lost>, {
      ...result,
      outcome: "failed",
      status: 500,
    });
    expect(await read(deliveryId)).toMatchObject({ state: "pending", attempts: [{ status: 500 }] });
    await endAttempt(clone.database, next as NonNullable<typeof next>, { ...result, outcome: "delivered" });
    expect(await read(deliveryId)).toMatchObject({ state: "delivered", attempts: [{}, {}] });
  });

  it("goes to exactly one of many who ask at once", async () => {
    for (let n = 0; n < 10; n++) await queue();
    const claims = await Promise.all(Array.from({ length: 20 }, () => lease()));
    const ids = claims.flatMap((claim) => (claim ? [claim.deliveryId] : []));
    expect(ids).toHaveLength(10);
    expect(new Set(ids).size).toBe(10);
  });
});

describe("the log", () => {
  it("forgets after 30 days what is no longer tried", async () => {
    const [old, waiting] = [await queue(), await queue()];
    await clone.query("update webhook_delivery set created_at = now() - interval '31 days'");
    await clone.query("update webhook_delivery set state = 'failed', due_at = null where delivery_id = $1", [
      old,
    ]);
    await forgetOldDeliveries(clone.database);
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
    const delivery = start();
    await vi.waitFor(async () => expect((await read(deliveryId))?.state).toBe("delivered"), 5_000);
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
    await forgetPreviousSecrets(clone.database);
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
