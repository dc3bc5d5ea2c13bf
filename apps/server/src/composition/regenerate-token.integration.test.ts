import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { FastifyInstance } from "fastify";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { readConfig } from "../config/index.ts";
import { createKeyedAccount, plantCollection } from "../features/__fixtures__/index.ts";
import { createRegenerateImageJob } from "../features/collections/index.ts";
import { getAccountCredits } from "../features/credits/index.ts";
import { type ClonedDatabase, cloneDatabase } from "../platform/__fixtures__/cloned-database.ts";
import { AppError } from "../platform/errors.ts";
import { composeApi } from "./compose-api.ts";
import { composePlatform, type Platform } from "./compose-platform.ts";

const folder = mkdtempSync(join(tmpdir(), "mintwright-regenerate-"));
let clone: ClonedDatabase;
let platform: Platform;
let app: FastifyInstance;

beforeAll(async () => {
  clone = await cloneDatabase();
  const config = readConfig({ DATABASE_URL: clone.url, LOG_LEVEL: "silent", STORAGE_DIRECTORY: folder });
  platform = await composePlatform(config, "api");
  app = composeApi(config, platform);
});

afterAll(async () => {
  await app?.close();
  await platform?.stop();
  await clone.close();
  rmSync(folder, { recursive: true, force: true });
});

const fresh: Buffer = Buffer.from("a new image");
const seedOf = (number: number) => number * 11;

async function createOwner({ amount = 300, failed = [] as number[] } = {}) {
  const { accountId, key } = await createKeyedAccount(clone.database, { amount });
  const planted = await plantCollection(clone.database, platform.store, { accountId, amount: 3, failed });
  const { collectionId } = planted;
  await clone.query(
    "update collection set made = $2, failed = $3, finished_at = now() where collection_id = $1",
    [collectionId, 3 - failed.length, failed.length],
  );
  const send = (method: "GET" | "POST", path: string, body?: object, headers = {}) =>
    app.inject({
      method,
      url: `/nft/collections/${collectionId}/tokens/${path}`,
      headers: { authorization: `Bearer ${key}`, ...headers },
      ...(body && { payload: body }),
    });
  return {
    ...planted,
    read: async (number: number) => (await send("GET", String(number))).json().data,
    order: (number: number, headers = {}, seed = seedOf(number)) =>
      send("POST", `${number}/regenerate`, { seed }, headers),
    work: (generate: () => Promise<Buffer> = async () => fresh, attempt = 1) =>
      createRegenerateImageJob({
        database: clone.database,
        enqueue: platform.queue.enqueue,
        store: platform.store,
        images: {
          generateFile: async ({ seed }) => ({
            ...{ bytes: await generate(), seed: seed ?? 0, engine: "sketch" as const, warnings: [] },
            ...{ width: 512, height: 512, credential: undefined },
          }),
        },
        enginePatienceInMs: 3_600_000,
      }).handle({ accountId, collectionId, number: 2 }, {
        attempt,
        signal: AbortSignal.timeout(60_000),
      } as never),
    getCredits: async () => {
      const credits = await getAccountCredits(clone.database, accountId);
      expect(credits?.granted).toBe(
        Number(credits?.balance) + Number(credits?.held) + Number(credits?.spent),
      );
      return credits;
    },
  };
}

describe("a new image for a token", () => {
  it("has its price told first, is held, and is charged when it replaces the old one", async () => {
    const { order, read, work, getCredits, collectionId, images } = await createOwner();
    const asked = await order(2, { prefer: "dry-run" });
    expect(asked.json()).toMatchObject({
      data: { operation: "regenerateToken", price: 1, isAffordable: true },
    });
    expect(await getCredits()).toMatchObject({ balance: 300, held: 0, spent: 0 });

    const ordered = await order(2);
    expect(ordered.statusCode).toBe(200);
    expect(ordered.headers["x-credits-held"]).toBe("1");
    const before = await read(2);
    expect(before).toMatchObject({ sha256: images[1]?.sha256, regeneration: { state: "queued" } });
    expect(await getCredits()).toMatchObject({ balance: 200, held: 100, spent: 0 });

    await work();
    const after = await read(2);
    expect(after).toMatchObject({ state: "made", regeneration: null, attributes: before.attributes });
    expect(after.seed).not.toBe(before.seed);
    expect(after.sha256).not.toBe(before.sha256);
    expect(await getCredits()).toMatchObject({ balance: 200, held: 0, spent: 100 });
    expect(
      await platform.store.get(new URL(after.image, "http://here").pathname.replace("/files/", "")),
    ).toEqual(fresh);

    // The answer was lost and the call is sent again, with the seed of the image that is gone.
    const again = await order(2);
    expect(again.json().data).toMatchObject({ seed: after.seed, regeneration: null });
    await work();
    expect(await getCredits()).toMatchObject({ balance: 200, held: 0, spent: 100 });
    const rows = await clone.query("select 1 from image_regeneration where collection_id = $1", [
      collectionId,
    ]);
    expect(rows).toEqual([]);
  });

  it("is ordered once, however often it is asked for", async () => {
    const { order, getCredits } = await createOwner();
    await Promise.all([order(2), order(2), order(2)]);
    expect(await getCredits()).toMatchObject({ balance: 200, held: 100 });
  });

  it("costs nothing when it fails, and leaves the old one", async () => {
    const { order, read, work, getCredits, images } = await createOwner();
    await order(2);
    await work(() => Promise.reject(new AppError("content_refused", "These words are blocked.")));
    expect(await read(2)).toMatchObject({
      sha256: images[1]?.sha256,
      regeneration: { state: "failed", problem: "These words are blocked." },
    });
    expect(await getCredits()).toMatchObject({ balance: 300, held: 0, spent: 0 });
    await order(2);
    await work();
    expect(await getCredits()).toMatchObject({ balance: 200, held: 0, spent: 100 });
  });

  it("is tried again while the engine is away", async () => {
    const { order, work, getCredits } = await createOwner();
    await order(2);
    const away = () => Promise.reject(new AppError("engine_unavailable", "The engine is down."));
    await expect(work(away, 9)).rejects.toThrow("The engine is down.");
    await expect(work(() => Promise.reject(new Error("broken")), 3)).rejects.toThrow("broken");
    expect(await getCredits()).toMatchObject({ held: 100 });
    await work(() => Promise.reject(new Error("broken")), 4);
    expect(await getCredits()).toMatchObject({ balance: 300, held: 0 });
  });

  it("completes a token whose image failed", async () => {
    const { order, read, work, collectionId } = await createOwner({ failed: [2] });
    await order(2);
    await work();
    expect(await read(2)).toMatchObject({ state: "made", error: null });
    const counts = await clone.query("select made, failed from collection where collection_id = $1", [
      collectionId,
    ]);
    expect(counts).toEqual([{ made: 3, failed: 0 }]);
  });

  it("is refused without credits, for a minted token and for an unknown one", async () => {
    const poor = await createOwner({ amount: 50 });
    expect((await poor.order(2)).statusCode).toBe(402);
    const { order, accountId, collectionId, work, getCredits } = await createOwner();
    expect((await order(9)).statusCode).toBe(404);
    await order(2);
    await clone.query(
      `insert into wallet_mint (account_id, collection_id, number, token_uri, hash) values ($1, $2, 1, 'ipfs://1', '0x1')`,
      [accountId, collectionId],
    );
    expect((await order(3)).json().error.code).toBe("token_already_minted");
    await work();
    expect(await getCredits()).toMatchObject({ balance: 300, held: 0, spent: 0 });
  });
});
