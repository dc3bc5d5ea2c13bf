import { once } from "node:events";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { get, type IncomingMessage } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { buffer } from "node:stream/consumers";
import type { FastifyInstance } from "fastify";
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { readConfig } from "../config/index.ts";
import { createKeyedAccount, type KeyedAccount, plantCollection } from "../features/__fixtures__/index.ts";
import { getAccountCredits, verifyLedger } from "../features/credits/index.ts";
import { createApiKey, deleteRevokedWindows, listKeys, revokeApiKey } from "../features/keys/index.ts";
import { createPlaces, putOwnLimits } from "../features/limits/index.ts";
import { type ClonedDatabase, cloneDatabase } from "../platform/__fixtures__/cloned-database.ts";
import { composeApi } from "./compose-api.ts";
import { composePlatform, type Platform } from "./compose-platform.ts";

const folder = mkdtempSync(join(tmpdir(), "mintwright-limits-"));
const limits = { ratePerMinute: 20, keys: 5, streams: 3, storedBytes: 5 * 1024 ** 2, heavyOperations: 2 };

interface Replica {
  platform: Platform;
  app: FastifyInstance;
  baseUrl: string;
}

let clone: ClonedDatabase;
let replicas: [Replica, Replica];

async function startReplica(): Promise<Replica> {
  const file = join(folder, "mintwright.yaml");
  writeFileSync(file, JSON.stringify({ limits: { account: limits } }));
  const config = readConfig({
    DATABASE_URL: clone.url,
    MINTWRIGHT_CONFIG: file,
    STORAGE_DIRECTORY: join(folder, "files"),
    LOG_LEVEL: "silent",
  });
  const platform = await composePlatform(config, "api");
  const app = composeApi(config, platform);
  return { platform, app, baseUrl: await app.listen({ host: "127.0.0.1", port: 0 }) };
}

beforeAll(async () => {
  clone = await cloneDatabase();
  replicas = [await startReplica(), await startReplica()];
});

afterAll(async () => {
  for (const { app, platform } of replicas) {
    await app.close();
    await platform.stop();
  }
  expect((await verifyLedger(clone.database)).mismatches).toEqual([]);
  await clone.close();
  rmSync(folder, { recursive: true, force: true });
});

const settings = { name: "more", ratePerMinute: null, expiresAt: null };
const addKey = ({ accountId }: KeyedAccount) => createApiKey(clone.database, "aa", accountId, settings);
const pick = (index: number) => replicas[index % 2] as Replica;
const read = ({ app }: Replica, url: string, key: string, payload?: object) =>
  app.inject({
    method: payload ? "POST" : "GET",
    url,
    headers: { authorization: `Bearer ${key}` },
    ...(payload && { payload }),
  });
type Answer = Awaited<ReturnType<typeof read>>;
const statusesOf = (answers: { statusCode?: number | undefined }[]) =>
  answers.map(({ statusCode }) => statusCode).sort();
const errorOf = (answer: Answer | undefined) =>
  answer?.json<{ error: { code: string; details: object } }>().error;

const watch = (replica: Replica, collectionId: string, key: string) =>
  open(replica, `/nft/progress/${collectionId}/events`, key);

/** Opens a stream and leaves it open. */
async function open({ baseUrl }: Replica, path: string, key: string) {
  const headers = { authorization: `Bearer ${key}` };
  const request = get(baseUrl + path, { headers, agent: false });
  const [response] = (await once(request, "response")) as [IncomingMessage];
  response.on("error", () => {});
  return response;
}

describe("the rate of an account", () => {
  it("is exact over its keys and over processes, and bounds keys without a rate of their own", async () => {
    const account = await createKeyedAccount(clone.database);
    const keys = [account.key, (await addKey(account)).key, (await addKey(account)).key];
    const answers = await Promise.all(
      Array.from({ length: 60 }, (_, i) => read(pick(i), "/credits/balance", keys[i % 3] as string)),
    );
    expect(statusesOf(answers)).toEqual([...Array(20).fill(200), ...Array(40).fill(429)]);
    const refused = answers.find(({ statusCode }) => statusCode === 429);
    expect(Number(refused?.headers["retry-after"])).toBeGreaterThan(50);
    expect(refused?.headers["x-ratelimit-limit"]).toBe("20");
    expect(errorOf(refused)).toMatchObject({
      code: "rate_limited",
      details: { limit: 20, scope: "account", windowInSeconds: 60 },
    });
    await putOwnLimits(clone.database, account.accountId, { ratePerMinute: 21 });
    expect((await read(replicas[0], "/credits/balance", account.key)).statusCode).toBe(200);
    expect((await read(replicas[1], "/credits/balance", account.key)).statusCode).toBe(429);
  });

  it("counts what a key sent before it was revoked, and a key's own smaller rate stays", async () => {
    const account = await createKeyedAccount(clone.database, { ratePerMinute: 2 });
    const second = await addKey(account);
    for (let i = 0; i < 19; i++) await read(pick(i), "/credits/balance", second.key);
    await revokeApiKey(clone.database, account.accountId, second.id);
    expect((await read(replicas[0], "/credits/balance", account.key)).statusCode).toBe(200);
    const refused = await read(replicas[0], "/credits/balance", account.key);
    expect(errorOf(refused)).toMatchObject({ code: "rate_limited", details: { scope: "account" } });
    await putOwnLimits(clone.database, account.accountId, { ratePerMinute: 100 });
    expect((await read(replicas[0], "/credits/balance", account.key)).statusCode).toBe(200);
    const ofKey = await read(replicas[0], "/credits/balance", account.key);
    expect(errorOf(ofKey)?.details).toEqual({
      limit: 2,
      windowInSeconds: 60,
      retryAfterInSeconds: expect.any(Number),
    });
  });
});

describe("the keys of an account", () => {
  it("are no more than its limit, however many are created at once", async () => {
    const account = await createKeyedAccount(clone.database);
    const outcomes = await Promise.allSettled(Array.from({ length: 10 }, () => addKey(account)));
    expect(outcomes.filter(({ status }) => status === "fulfilled")).toHaveLength(4);
    expect(outcomes.find(({ status }) => status === "rejected")).toMatchObject({
      reason: { code: "account_limit_reached", details: { limit: "keys", value: 5 } },
    });
  });

  it("count for an hour after they are revoked, and then their windows are deleted", async () => {
    const account = await createKeyedAccount(clone.database);
    const { id } = await addKey(account);
    for (let i = 0; i < 3; i++) await addKey(account);
    await revokeApiKey(clone.database, account.accountId, id);
    await expect(addKey(account)).rejects.toMatchObject({ code: "account_limit_reached" });
    await deleteRevokedWindows(clone.database);
    const countWindows = () =>
      clone.query("select 1 from api_key_window where account_id = $1", [account.accountId]);
    expect(await countWindows()).toHaveLength(5);
    await clone.query("update api_key set revoked_at = now() - interval '61 minutes' where key_id = $1", [
      id,
    ]);
    await deleteRevokedWindows(clone.database);
    expect(await countWindows()).toHaveLength(4);
    await addKey(account);
    const listed = await listKeys(clone.database, account.accountId);
    expect(listed.find(({ keyId }) => keyId === id)).toMatchObject({ state: "revoked", lastUsedAt: null });
  });
});

describe("the event streams of an account", () => {
  it("are no more than its limit over processes, and a closed one makes room", async () => {
    const account = await createKeyedAccount(clone.database);
    const { collectionId } = await plantCollection(clone.database, replicas[0].platform.store, {
      accountId: account.accountId,
      amount: 1,
      state: "processing",
    });
    const streams = await Promise.all(
      Array.from({ length: 6 }, (_, index) => watch(pick(index), collectionId, account.key)),
    );
    expect(statusesOf(streams)).toEqual([200, 200, 200, 429, 429, 429]);
    const refused = await read(replicas[0], `/nft/progress/${collectionId}/events`, account.key);
    expect(refused.headers["retry-after"]).toBe("2");
    expect(errorOf(refused)).toMatchObject({
      code: "too_many_at_once",
      details: { limit: "streams", value: 3 },
    });
    for (const stream of streams) stream.destroy();
    const countPlaces = () =>
      clone.query("select 1 from account_place where account_id = $1", [account.accountId]);
    await vi.waitFor(async () => expect(await countPlaces()).toEqual([]), { timeout: 10_000 });
    const again = await watch(replicas[1], collectionId, account.key);
    expect(again.statusCode).toBe(200);
    again.destroy();
  });

  it("of a process that died count no more", async () => {
    const { accountId } = await createKeyedAccount(clone.database);
    const { logger, database } = replicas[0].platform;
    const processId = crypto.randomUUID();
    await clone.query("insert into process values ($1, 'api', 'test')", [processId]);
    const places = createPlaces({ database, processId, logger });
    for (let i = 0; i < 3; i++) await places.take(accountId, "streams");
    await expect(places.take(accountId, "streams")).rejects.toMatchObject({ code: "too_many_at_once" });
    // Silence counts while another process has reached the database for long.
    await clone.query("update process set in_touch_since = now() - interval '1 hour'");
    await clone.query("update process set seen_at = now() - interval '1 minute' where process_id = $1", [
      processId,
    ]);
    const others = createPlaces({ database, processId: replicas[0].platform.self.processId, logger });
    const freePlace = await others.take(accountId, "streams");
    freePlace();
  });
});

describe("what an account stores", () => {
  const order = (index: number, { key }: KeyedAccount, amount: number) =>
    read(pick(index), "/nft/generate-nft-queue", key, {
      walletAddress: "0x00000000000000000000000000000000000000aa",
      prompt: "a fox",
      model: "velogen",
      width: 512,
      height: 512,
      chainId: 1,
      amount,
    });

  it("is no more than its limit: one of two orders that do not fit together is refused and not charged", async () => {
    const account = await createKeyedAccount(clone.database);
    const answers = await Promise.all([order(0, account, 3), order(1, account, 3)]);
    expect(statusesOf(answers)).toEqual([200, 409]);
    expect(errorOf(answers.find(({ statusCode }) => statusCode === 409))).toMatchObject({
      code: "account_limit_reached",
      details: { limit: "storedBytes", value: limits.storedBytes, stored: 0, reserved: 6 * 1024 ** 2 },
    });
    const { held, spent } = await getAccountCredits(clone.database, account.accountId);
    const [collection] = await clone.query<{ held: number }>(
      "select (amount * price_each)::integer as held from collection where account_id = $1",
      [account.accountId],
    );
    expect({ held, spent }).toEqual({ held: collection?.held, spent: 0 });
    await putOwnLimits(clone.database, account.accountId, { storedBytes: 10 * 1024 ** 2 });
    expect((await order(0, account, 3)).statusCode).toBe(200);
  });
});

describe("free calls that are much work", () => {
  it("are no more at once than the account's limit", async () => {
    const account = await createKeyedAccount(clone.database);
    const { store, database, logger, self } = replicas[0].platform;
    const { collectionId } = await plantCollection(clone.database, store, {
      accountId: account.accountId,
      amount: 2,
    });
    const path = `/nft/collections/${collectionId}/export.car`;
    const mint = () =>
      read(replicas[1], "/nft/mint-nft", account.key, {
        collectionId,
        ids: [1],
        name: "n",
        description: "d",
        symbol: "S",
      });
    const places = createPlaces({ database, processId: self.processId, logger });
    const first = await places.take(account.accountId, "heavyOperations");
    const second = await places.take(account.accountId, "heavyOperations");
    for (const answer of [await read(replicas[1], path, account.key), await mint()]) {
      expect(answer.statusCode).toBe(429);
      expect(errorOf(answer)).toMatchObject({
        code: "too_many_at_once",
        details: { limit: "heavyOperations", value: 2 },
      });
    }
    first();
    second();
    // Not by calls that are refused until then: they use up the account's rate.
    const listPlaces = () =>
      clone.query("select 1 from account_place where account_id = $1", [account.accountId]);
    await vi.waitFor(async () => expect(await listPlaces()).toEqual([]), 20_000);
    const exported = await open(replicas[1], path, account.key);
    expect([exported.statusCode, (await buffer(exported)).length > 1_000]).toEqual([200, true]);
    expect((await mint()).statusCode).toBe(200);
  });
});
