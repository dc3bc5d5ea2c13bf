import { randomUUID } from "node:crypto";
import { gzipSync } from "node:zlib";
import { maxWebhookEndpoints } from "@mintwright/api-contract";
import { Webhook } from "standardwebhooks";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from "vitest";
import { type ClonedDatabase, cloneDatabase } from "../../platform/__fixtures__/cloned-database.ts";
import { createLogger } from "../../platform/logging.ts";
import { createOutbound } from "../../platform/outbound/index.ts";
import { openQueue, type Queue } from "../../platform/queue/queue.ts";
import { createMetrics } from "../../platform/telemetry/metrics.ts";
import { createAccount } from "../accounts/index.ts";
import { type Received, type Receiver, startReceiver } from "./__fixtures__/receiver.ts";
import { reviveFailedDeliveries } from "./deliveries.repository.ts";
import { listDeliveries } from "./delivery-log.repository.ts";
import { findEndpointSecrets, rotateEndpointSecret } from "./endpoint-secret.ts";
import { deleteEndpoint, insertEndpoint, listEndpoints, replaceEndpoint } from "./endpoints.repository.ts";
import { createDeliveryJob, queueForEndpoints, webhookKind } from "./index.ts";
import { queueTest } from "./queue-webhook.ts";
import { deletePreviousSecrets } from "./webhook-secret.ts";

const logger = createLogger("silent");
let clone: ClonedDatabase;
let worker: Queue;
let first: Receiver;
let second: Receiver;
let accountId: string;

beforeAll(async () => {
  clone = await cloneDatabase();
  [first, second] = [await startReceiver(), await startReceiver()];
  const metrics = createMetrics();
  worker = await openQueue(clone.database, [webhookKind], { logger, isWorker: true, url: clone.url });
  const outbound = createOutbound({ allow: [first.hostAndPort, second.hostAndPort] });
  const job = createDeliveryJob({ database: clone.database, enqueue: worker.enqueue, outbound, metrics });
  await worker.work([job], { logger, metrics });
});
afterAll(async () => {
  await worker.stop();
  await Promise.all([first.stop(), second.stop()]);
  await clone.close();
});
beforeEach(async () => {
  accountId = await createAccount(clone.database, `${randomUUID()}@example.com`, 0);
});
afterEach(async () => {
  await clone.query("delete from webhook_delivery");
  for (const receiver of [first, second]) {
    receiver.received.length = 0;
    receiver.answer = (_request, response) => response.writeHead(204).end();
  }
});

const create = async (receiver: Receiver, events: "collection.failed"[] | null = null) => {
  const made = await insertEndpoint(clone.database, accountId, {
    url: receiver.url,
    description: "",
    events,
  });
  if (!made) throw new Error("no endpoint was created");
  return made;
};
const happen = (type: string) =>
  clone.database
    .transaction()
    .execute((transaction) =>
      queueForEndpoints(transaction, worker.enqueue, { accountId, type, data: { n: 1 } }),
    );
const test = (endpointId: string) =>
  clone.database
    .transaction()
    .execute((transaction) => queueTest(transaction, worker.enqueue, accountId, endpointId));
const list = async (endpointId?: string) =>
  (await listDeliveries(clone.database, accountId, { limit: 100, endpointId })).map(
    ({ delivery }) => delivery,
  );
/** Waits until no delivery is pending, and lists them. */
const settle = () =>
  vi.waitFor(async () => {
    const deliveries = await list();
    expect(deliveries.filter(({ state }) => state === "pending")).toEqual([]);
    return deliveries;
  }, 10_000);
const canVerify = ({ headers, body }: Received, secret = "") => {
  try {
    new Webhook(secret).verify(body, headers);
    return true;
  } catch {
    return false;
  }
};
const secretOf = async (endpointId: string) =>
  (await findEndpointSecrets(clone.database, accountId, endpointId))?.secret;

describe("endpoints", () => {
  it("get the events that they have chosen, each signed with its own secret", async () => {
    const [all, failures] = [await create(first), await create(second, ["collection.failed"])];
    await happen("collection.completed");
    await happen("collection.failed");
    expect(await settle()).toHaveLength(3);
    const typesOf = (receiver: Receiver) => receiver.received.map(({ body }) => JSON.parse(body).type).sort();
    expect(typesOf(first)).toEqual(["collection.completed", "collection.failed"]);
    expect(typesOf(second)).toEqual(["collection.failed"]);
    const [mine, other] = [await secretOf(all.id), await secretOf(failures.id)];
    for (const received of first.received)
      expect([canVerify(received, mine), canVerify(received, other)]).toEqual([true, false]);
    expect(second.received.map((received) => canVerify(received, other))).toEqual([true]);
    expect((await list(failures.id)).map(({ endpointId, type }) => [endpointId, type])).toEqual([
      [failures.id, "collection.failed"],
    ]);
  });

  it("are of their account alone", async () => {
    const { id } = await create(first);
    const stranger = await createAccount(clone.database, `${randomUUID()}@example.com`, 0);
    const { database } = clone;
    const change = { url: second.url, description: "", events: null, isEnabled: true };
    expect(await listEndpoints(database, stranger)).toEqual([]);
    expect(await replaceEndpoint(database, stranger, id, change)).toBeUndefined();
    expect(await findEndpointSecrets(database, stranger, id)).toBeUndefined();
    expect(await rotateEndpointSecret(database, stranger, id, 1)).toBeUndefined();
    expect(await deleteEndpoint(database, stranger, id)).toBe(false);
    expect(await listEndpoints(database, accountId)).toMatchObject([{ id, url: first.url }]);
  });

  it("are limited, also when many are created at once", async () => {
    const url = "https://hooks.example/";
    const created = await Promise.all(
      Array.from({ length: maxWebhookEndpoints + 4 }, () =>
        insertEndpoint(clone.database, accountId, { url, description: "", events: null }),
      ),
    );
    expect(created.filter(Boolean)).toHaveLength(maxWebhookEndpoints);
  });

  it("that are disabled or deleted get nothing, also of what is pending; a change of the URL is followed", async () => {
    first.answer = (_request, response) => response.writeHead(500).end();
    const { id } = await create(first);
    await happen("collection.failed");
    await vi.waitFor(async () => expect((await list())[0]?.attempts).toHaveLength(1), 10_000);
    const settings = { url: second.url, description: "moved", events: null };
    expect(await replaceEndpoint(clone.database, accountId, id, { ...settings, isEnabled: true })).toEqual({
      ...{ id, ...settings, isEnabled: true, goneAt: null, previousSecretValidUntil: null },
      createdAt: expect.any(String),
    });
    await clone.query("update pgboss.job set start_after = now() where state < 'active'");
    expect(await settle()).toMatchObject([{ state: "delivered", url: second.url }]);
    await replaceEndpoint(clone.database, accountId, id, { ...settings, isEnabled: false });
    await happen("collection.failed");
    expect(await list()).toHaveLength(1);
    await test(id);
    await deleteEndpoint(clone.database, accountId, id);
    const [stopped] = await settle();
    expect(stopped).toMatchObject({
      state: "stopped",
      attempts: [{ status: null, error: "Not sent: the endpoint was deleted or disabled." }],
    });
    expect(second.received).toHaveLength(1);
    // Only a 410 is remembered for the URL.
    expect(await clone.query("select 1 from webhook_gone where account_id = $1", [accountId])).toEqual([]);
  });

  it("that answered 410 say since when, and get events again when they are enabled", async () => {
    first.answer = (_request, response) => response.writeHead(410).end();
    const { id, url, description, events } = await create(first);
    await happen("collection.failed");
    expect(await settle()).toMatchObject([{ state: "stopped" }]);
    expect(await listEndpoints(clone.database, accountId)).toMatchObject([{ goneAt: expect.any(String) }]);
    first.answer = (_request, response) => response.writeHead(204).end();
    const change = { url, description, events, isEnabled: true } as const;
    await replaceEndpoint(clone.database, accountId, id, { ...change, events: null });
    expect(await listEndpoints(clone.database, accountId)).toMatchObject([{ goneAt: null }]);
    await happen("collection.failed");
    expect((await settle()).map(({ state }) => state)).toEqual(["delivered", "stopped"]);
  });
});

describe("a test event", () => {
  it("is sent whatever the endpoint has chosen, and its attempt shows the beginning of the answer", async () => {
    first.answer = (_request, response) =>
      response.writeHead(200, { "content-encoding": "gzip" }).end(gzipSync(`got\0 it ${"x".repeat(2_000)}`));
    const { id } = await create(first, ["collection.failed"]);
    const deliveryId = await test(id);
    const [delivery] = await settle();
    expect(delivery).toMatchObject({
      id: deliveryId,
      endpointId: id,
      type: "webhook.test",
      state: "delivered",
    });
    expect(delivery?.attempts[0]?.response).toBe(`got it ${"x".repeat(993)}`);
    expect(JSON.parse(first.received[0]?.body ?? "")).toMatchObject({ data: { endpointId: id } });
    expect(await test(randomUUID())).toBeUndefined();
  });

  it("succeeds by its status, though the answer never ends", async () => {
    first.answer = (_request, response) => response.writeHead(200).write("still writing");
    await test((await create(first)).id);
    expect(await settle()).toMatchObject([
      { state: "delivered", attempts: [{ status: 200, response: "still writing" }] },
    ]);
  });
});

describe("the secret of an endpoint", () => {
  it("that was rotated signs beside the new one until the overlap ends", async () => {
    const { id } = await create(first);
    const old = await secretOf(id);
    const rotated = await rotateEndpointSecret(clone.database, accountId, id, 24);
    expect(rotated?.previous?.secret).toBe(old);
    await test(id);
    await settle();
    const verifies = () => {
      const received = first.received.at(-1) as Received;
      return [canVerify(received, old), canVerify(received, rotated?.secret)];
    };
    expect(verifies()).toEqual([true, true]);
    await clone.query("update webhook_endpoint set previous_valid_until = now() where account_id = $1", [
      accountId,
    ]);
    await test(id);
    await settle();
    expect(verifies()).toEqual([false, true]);
    await deletePreviousSecrets(clone.database);
    expect(await clone.query("select 1 from webhook_endpoint where previous_secret is not null")).toEqual([]);
  });

  it("that has leaked stops signing at once", async () => {
    const { id } = await create(first);
    const rotated = await rotateEndpointSecret(clone.database, accountId, id, 0);
    expect(rotated?.previous).toBeUndefined();
    expect(await secretOf(id)).toBe(rotated?.secret);
  });
});

describe("a replay of all that failed since a time", () => {
  it("sends those deliveries and no others, oldest first", async () => {
    const [endpoint, other] = [await create(first), await create(second)];
    await happen("collection.failed");
    await happen("collection.failed");
    const delivered = await settle();
    expect(delivered).toHaveLength(4);
    await clone.query(
      `update webhook_delivery set state = 'failed',
         created_at = case when endpoint_id = $1 then created_at - interval '2 days' else created_at end
       where account_id = $2`,
      [other.id, accountId],
    );
    const parts = { database: clone.database, enqueue: worker.enqueue };
    const since = new Date(Date.now() - 86_400_000).toISOString();
    const replay = (limit: number, endpointId?: string, owner = accountId) =>
      reviveFailedDeliveries(parts, owner, { since, endpointId, limit });
    expect(await replay(10, undefined, randomUUID())).toBe(0);
    expect(await replay(10, other.id)).toBe(0);
    expect(await replay(1, endpoint.id)).toBe(1);
    expect(await replay(10)).toBe(1);
    expect(await replay(10)).toBe(0);
    await vi.waitFor(() => expect(first.received).toHaveLength(4), 10_000);
    expect(new Set(first.received.map(({ headers }) => headers["webhook-id"])).size).toBe(2);
    expect(second.received).toHaveLength(2);
  });
});
