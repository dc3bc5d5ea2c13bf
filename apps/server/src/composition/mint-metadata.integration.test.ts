import { randomUUID } from "node:crypto";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { CarReader } from "@ipld/car";
import { createOperations } from "@mintwright/api-contract";
import type { FastifyInstance } from "fastify";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { readConfig } from "../config/index.ts";
import {
  createKeyedAccount,
  type KeyedAccount,
  type PlantedCollection,
  plantCollection,
} from "../features/__fixtures__/index.ts";
import { putOwnLimits } from "../features/limits/index.ts";
import { type ClonedDatabase, cloneDatabase } from "../platform/__fixtures__/cloned-database.ts";
import { contentIdOf } from "../platform/content-id/index.ts";
import { composeApi } from "./compose-api.ts";
import { composePlatform, type Platform } from "./compose-platform.ts";

const folder = mkdtempSync(join(tmpdir(), "mintwright-mint-"));
let clone: ClonedDatabase;
let platform: Platform;
let app: FastifyInstance;
let baseUrl: string;
let account: KeyedAccount;
let collection: PlantedCollection;

beforeAll(async () => {
  clone = await cloneDatabase();
  const config = readConfig({ DATABASE_URL: clone.url, LOG_LEVEL: "silent", STORAGE_DIRECTORY: folder });
  platform = await composePlatform(config, "api");
  app = composeApi(config, platform);
  baseUrl = await app.listen({ host: "127.0.0.1", port: 0 });
  account = await createKeyedAccount(clone.database);
  collection = await plant({ amount: 5, failed: [4] });
});

afterAll(async () => {
  await app.close();
  await platform.stop();
  await clone.close();
  rmSync(folder, { recursive: true, force: true });
});

const plant = (planting: Partial<Parameters<typeof plantCollection>[2]> = {}) =>
  plantCollection(clone.database, platform.store, { accountId: account.accountId, amount: 1, ...planting });

const words = { name: " Harbour Foxes ", description: 'Foxes of the "old" harbour 🦊', symbol: "FOX" };

function mint(body: object, key = account.key) {
  return app.inject({
    method: "POST",
    url: "/nft/mint-nft",
    headers: { authorization: `Bearer ${key}`, "content-type": "application/json" },
    payload: JSON.stringify(body),
  });
}

const mintIds = (ids: unknown, more: object = {}) =>
  mint({ collectionId: collection.collectionId, ...words, ids, ...more });

async function get(path: string, key = account.key) {
  const response = await fetch(baseUrl + path, { headers: { authorization: `Bearer ${key}` } });
  const bytes = new Uint8Array(await response.arrayBuffer());
  const json = () => JSON.parse(Buffer.from(bytes).toString());
  return { statusCode: response.status, headers: response.headers, bytes, json };
}

/** The metadata files of the collection's export, by their URIs. */
async function readMetadataFiles(collectionId: string) {
  const { bytes: exported } = await get(`/nft/collections/${collectionId}/export.car`);
  const files = new Map<string, { name: string }>();
  for await (const { cid, bytes } of (await CarReader.fromBytes(exported)).blocks()) {
    const text = Buffer.from(bytes).toString();
    if (text.startsWith('{"name"')) files.set(`ipfs://${cid}`, JSON.parse(text));
  }
  return files;
}

describe("POST /nft/mint-nft", () => {
  it("echoes what was sent, describes the first id beside all tokens, and mints nothing itself [MINT-7 MINT-8 MINT-9 MINT-10 MINT-14]", async () => {
    const response = await mintIds([2, "1"]);
    expect(response.statusCode).toBe(200);
    const body = response.json();
    expect(createOperations().mintNft.response.safeParse(body).error).toBeUndefined();
    const [first, second] = collection.images;
    expect(body).toEqual({
      ...words,
      collectionId: collection.collectionId,
      image: `ipfs://${second?.cid}`,
      attributes: [{ trait_type: "coat", value: "silver" }],
      transaction: null,
      pinning: null,
      tokens: [
        {
          id: 2,
          name: words.name,
          image: `ipfs://${second?.cid}`,
          attributes: [{ trait_type: "coat", value: "silver" }],
          tokenURI: expect.any(String),
          transaction: null,
          mint: null,
        },
        {
          id: 1,
          name: words.name,
          image: `ipfs://${first?.cid}`,
          attributes: [{ trait_type: "coat", value: "red" }],
          tokenURI: expect.any(String),
          transaction: null,
          mint: null,
        },
      ],
    });
    expect(response.headers["x-credits-charged"]).toBeUndefined();
  });

  it("gives id n the image n, named by its bytes [MINT-6 MINT-11]", async () => {
    for (const { number, bytes } of collection.images) {
      expect((await mintIds([number])).json().image).toBe(`ipfs://${await contentIdOf(bytes)}`);
    }
  });

  it("names by tokenURI a file with the name and description sent, and the seed [MINT-12 MINT-13 COL-13]", async () => {
    const [token] = (await mintIds([3])).json().tokens;
    expect(token.tokenURI).toMatch(/^ipfs:\/\/b[a-z2-7]{58}$/);
    const exported = await get(`/nft/collections/${collection.collectionId}/export.car`);
    expect(exported.statusCode).toBe(200);
    expect(exported.headers.get("content-type")).toBe("application/vnd.ipld.car; version=1");
    const reader = await CarReader.fromBytes(exported.bytes);
    expect((await reader.getRoots()).map(String)).toEqual([exported.headers.get("x-ipfs-roots")]);
    let file: object | undefined;
    for await (const { cid, bytes } of reader.blocks()) {
      if (`ipfs://${cid}` === token.tokenURI) file = JSON.parse(Buffer.from(bytes).toString());
    }
    expect(file).toEqual({
      ...words,
      image: token.image,
      attributes: token.attributes,
      properties: {
        collectionId: collection.collectionId,
        id: 3,
        seed: 33,
        model: "velogen",
        engine: "sketch",
        sha256: collection.images[2]?.sha256,
        provenance: (await get(`/nft/collections/${collection.collectionId}/provenance`)).json().hash,
      },
    });
  });

  it("answers the same question in the same way", async () => {
    expect((await mintIds([1, 2, 3, 5])).body).toBe((await mintIds([1, 2, 3, 5])).body);
  });

  it.each(["collectionId", "name", "description", "symbol", "ids"])("requires %s [MINT-1]", async (field) => {
    const response = await mintIds([1], { [field]: undefined });
    expect(response.statusCode).toBe(400);
    expect(response.json().error.details.issues).toEqual([
      { path: field, message: expect.stringContaining(field) },
    ]);
  });

  it.each(["name", "description", "symbol"])("requires a %s that says something [MINT-1]", async (field) => {
    expect((await mintIds([1], { [field]: "  " })).json().message).toBe(
      `${field} is required and must not be empty`,
    );
  });

  async function expectRefusedIds(ids: unknown) {
    const response = await mintIds(ids);
    expect(response.statusCode).toBe(400);
    expect(response.json().error).toMatchObject({ code: "invalid_request" });
    expect(response.json().error.details.issues[0].path).toMatch(/^ids/);
  }

  it("refuses ids that are neither whole numbers nor such numbers as text [MINT-3]", async () => {
    for (const ids of [[1.5], ["one"], ["1.0"], [null], ["1e2"], "1", []]) await expectRefusedIds(ids);
  });

  it("refuses ids below 1 and above the amount [MINT-4]", async () => {
    for (const ids of [[0], ["0"], [-1], [6], [1, "6"]]) await expectRefusedIds(ids);
  });

  it("refuses repeated ids, also as a number beside the same as text [MINT-5]", async () => {
    for (const ids of [
      [1, 1],
      [1, "1"],
      ["01", 1],
    ])
      await expectRefusedIds(ids);
  });

  it("says which image could not be made", async () => {
    expect((await mintIds([1, 4])).json().message).toBe(
      "image 4 of this collection could not be made; leave it out",
    );
  });

  it.each(["queued", "processing", "failed", "cancelled"] as const)(
    "of a collection that is %s is 409 [MINT-2]",
    async (state) => {
      const { collectionId } = await plant({ state });
      const response = await mintIds([1], { collectionId });
      expect(response.statusCode).toBe(409);
      expect(response.json().error).toMatchObject({ code: "collection_not_completed", details: { state } });
      expect(response.json().message).toContain(`The collection is ${state}, not completed.`);
      expect((await get(`/nft/collections/${collectionId}/export.car`)).statusCode).toBe(409);
    },
  );

  it("of an unknown collection is 404, whatever the form of its id [MINT-17]", async () => {
    const answers = [
      await mintIds([1], { collectionId: randomUUID() }),
      await mintIds([1], { collectionId: "no-uuid" }),
      await get(`/nft/collections/${randomUUID()}/export.car`),
      await get("/nft/collections/x/provenance"),
    ];
    for (const answer of answers) {
      expect(answer.statusCode).toBe(404);
      expect(answer.json().message).toBe(answers[0]?.json().message);
    }
  });

  it("fills {id} in name and description with the token's number, in the answer and in the metadata file [MINT-19]", async () => {
    const { collectionId } = await plant({ amount: 3 });
    const response = await mintIds([2, 3], {
      collectionId,
      name: "Fox #{id}",
      description: "{id} of 3, token {id}; {ID} and {name} stay",
    });
    expect(response.json()).toMatchObject({
      name: "Fox #2",
      description: "2 of 3, token 2; {ID} and {name} stay",
      tokens: [
        { id: 2, name: "Fox #2" },
        { id: 3, name: "Fox #3" },
      ],
    });
    const files = await readMetadataFiles(collectionId);
    const { tokens } = response.json();
    expect(files.get(tokens[0].tokenURI)).toMatchObject({ name: "Fox #2" });
    expect(files.get(tokens[1].tokenURI)).toMatchObject({
      name: "Fox #3",
      description: "3 of 3, token 3; {ID} and {name} stay",
    });
    expect(files.size).toBe(2);
  });

  it("takes any number of descriptions, also at once, and exports each for the tokens it was given for [MINT-20]", async () => {
    const { accountId, collectionId } = await plant({ amount: 40 });
    await putOwnLimits(clone.database, accountId, { heavyOperations: 40 });
    const describeAs = (n: number) => mintIds([n], { collectionId, name: `Fox the ${n}th` });
    const numbers = Array.from({ length: 40 }, (_, index) => index + 1);
    const answers = await Promise.all(numbers.map(describeAs));
    expect(answers.map(({ statusCode }) => statusCode)).toEqual(numbers.map(() => 200));
    expect((await mintIds([2, 3], { collectionId, name: "Fox the 1th" })).statusCode).toBe(200);
    const names = [...(await readMetadataFiles(collectionId)).values()].map(({ name }) => name);
    expect(names).toHaveLength(42);
    expect(names.filter((name) => name === "Fox the 1th")).toHaveLength(3);
    expect(new Set(names).size).toBe(40);
  });

  it("describes 10,000 tokens at once", { timeout: 120_000 }, async () => {
    const [{ collectionId }, ids] = [
      await plant({ amount: 10_000, bytesOf: () => Buffer.from("same") }),
      Array.from({ length: 10_000 }, (_, n) => n + 1),
    ];
    const response = await mintIds(ids, { collectionId });
    expect(response.statusCode).toBe(200);
    const { tokens } = response.json();
    expect(new Set(tokens.map(({ tokenURI }: { tokenURI: string }) => tokenURI)).size).toBe(10_000);
    expect(tokens[9_999].id).toBe(10_000);
  });
});
