import { createHash } from "node:crypto";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { car } from "@helia/car";
import { unixfs } from "@helia/unixfs";
import { CarReader } from "@ipld/car";
import { createHeliaLight } from "helia";
import { fixedSize } from "ipfs-unixfs-importer/chunker";
import { balanced } from "ipfs-unixfs-importer/layout";
import { CID } from "multiformats/cid";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { DropReader } from "../../../engines/chain/index.ts";
import { createDirectoryStore, type ObjectStore } from "../../../engines/storage/index.ts";
import { type ClonedDatabase, cloneDatabase } from "../../../platform/__fixtures__/cloned-database.ts";
import { contentIdOf } from "../../../platform/content-id/index.ts";
import { createKeyedAccount, plantCollection } from "../../__fixtures__/index.ts";
import { createDropService } from "../drops/drops.service.ts";
import { createMintMetadataService, type MintMetadataService } from "./mint-metadata.service.ts";

const folder = mkdtempSync(join(tmpdir(), "mintwright-car-"));
let clone: ClonedDatabase;
let store: ObjectStore;
let metadata: MintMetadataService;
let accountId: string;

beforeAll(async () => {
  clone = await cloneDatabase();
  store = createDirectoryStore(folder);
  metadata = createMintMetadataService({ database: clone.database, store, enqueuePins: undefined });
  accountId = (await createKeyedAccount(clone.database)).accountId;
});

afterAll(async () => {
  await clone.close();
  rmSync(folder, { recursive: true });
});

async function collect(chunks: AsyncIterable<Uint8Array>): Promise<Buffer> {
  const parts: Uint8Array[] = [];
  for await (const chunk of chunks) parts.push(chunk);
  return Buffer.concat(parts);
}

const words = { name: "Harbour Foxes", description: "Twelve foxes.", symbol: "FOX" };
/** More than two chunks, so that the file is a tree. */
const bytesOf = (number: number) =>
  number === 2 ? Buffer.alloc(600_000, "fox") : Buffer.from(`image ${number}`);

describe("the CAR file of a collection", () => {
  it("gives a Helia node the same bytes by their content ids [MINT-11]", async () => {
    const planted = await plantCollection(clone.database, store, { accountId, amount: 3, bytesOf });
    const collection = await metadata.getCollection(accountId, planted.collectionId);
    const tokens = await metadata.describe(collection, [1, 2, 3], words);
    const { root, chunks } = await metadata.openCar(collection);
    const file = await collect(chunks);

    const helia = createHeliaLight();
    const files = unixfs(helia);
    const reader = await CarReader.fromBytes(file);
    expect((await reader.getRoots()).map(String)).toEqual([root]);
    await car(helia).import(reader);
    const read = (uri: string) =>
      collect(files.cat(CID.parse(uri.replace("ipfs://", "")), { offline: true }));
    for (const [index, { bytes, cid }] of planted.images.entries()) {
      expect(tokens[index]?.image).toBe(`ipfs://${cid}`);
      expect(await read(cid)).toEqual(bytes);
      const written = JSON.parse((await read(tokens[index]?.tokenURI ?? "")).toString());
      expect(written).toMatchObject({
        ...words,
        image: `ipfs://${cid}`,
        attributes: tokens[index]?.attributes,
      });
    }
    const listing = async (path: string) => {
      const names: string[] = [];
      for await (const { name } of files.ls(CID.parse(root), { path, offline: true })) names.push(name);
      return names.sort();
    };
    expect(await listing("/")).toEqual(["images", "metadata", "provenance.json"]);
    expect(await listing("/images/1-3")).toEqual(["1.png", "2.png", "3.png"]);
    const provenance = await collect(files.cat(CID.parse(root), { path: "/provenance.json", offline: true }));
    let served = "";
    for await (const piece of metadata.writeProvenance(collection)) served += piece;
    expect(provenance.toString()).toBe(served);
    await helia.stop();
  });

  it("has the metadata of a drop in one flat folder", async () => {
    const planted = await plantCollection(clone.database, store, { accountId, amount: 12 });
    const { collectionId } = planted;
    const chains = new Map([[31_337, {} as DropReader]]);
    const drops = createDropService({ database: clone.database, metadata, chains, enqueuePins: undefined });
    await drops.prepare(
      { accountId, collectionId },
      {
        ...{ owner: `0x${"1".repeat(40)}`, name: "Foxes", symbol: "FOX", tokenName: "Fox #{id}" },
        ...{ description: "Twelve foxes.", royaltyPercent: 5, price: "1", startsAt: null },
        ...{ maxPerWallet: 2, allowList: [] },
      },
    );
    const [kept] = await clone.query<{ base_uri: string }>(
      "select base_uri from collection_drop where collection_id = $1",
      [collectionId],
    );
    const base = kept?.base_uri ?? "";
    const { root, chunks } = await metadata.openCar(await metadata.getCollection(accountId, collectionId));
    const helia = createHeliaLight();
    const files = unixfs(helia);
    await car(helia).import(await CarReader.fromBytes(await collect(chunks)));
    const names: string[] = [];
    for await (const { name } of files.ls(CID.parse(root), { path: "/drop", offline: true }))
      names.push(name);
    expect(names).toHaveLength(12);
    const folderId = CID.parse(base.slice("ipfs://".length, -1));
    for (const [index, { cid }] of planted.images.entries()) {
      const path = `/${index + 1}.json`;
      const file = await collect(files.cat(folderId, { path, offline: true }));
      expect(JSON.parse(file.toString())).toMatchObject({
        name: `Fox #${index + 1}`,
        image: `ipfs://${cid}`,
      });
    }
    await helia.stop();
  });

  it("names files as a node with Kubo's settings does, and small ones as every node does", async () => {
    const helia = createHeliaLight();
    const files = unixfs(helia);
    const kubo = {
      chunker: fixedSize({ chunkSize: 262_144 }),
      layout: balanced({ maxChildrenPerNode: 174 }),
    };
    for (const length of [0, 1, 262_144, 262_145, 3_000_000]) {
      const bytes = Buffer.alloc(length, "fox");
      expect(await contentIdOf(bytes)).toBe((await files.addBytes(bytes, kubo)).toString());
      if (length <= 262_144) expect(await contentIdOf(bytes)).toBe((await files.addBytes(bytes)).toString());
    }
    await helia.stop();
  });

  it("has the ids of images that were kept without one", async () => {
    const planted = await plantCollection(clone.database, store, { accountId, amount: 6, bytesOf });
    await clone.query("update collection_image set cid = null where collection_id = $1", [
      planted.collectionId,
    ]);
    const collection = await metadata.getCollection(accountId, planted.collectionId);
    const tokens = await metadata.describe(collection, [1, 2, 3, 4, 5, 6], words);
    expect(tokens.map(({ image }) => image)).toEqual(planted.images.map(({ cid }) => `ipfs://${cid}`));
  });

  it("is cut off when an image is not what was made", async () => {
    const planted = await plantCollection(clone.database, store, { accountId, amount: 2 });
    const [object] = await clone.query<{ object: string }>(
      "select object from collection_image where collection_id = $1 and number = 2",
      [planted.collectionId],
    );
    await store.put(object?.object ?? "", Buffer.from("other bytes"));
    const { chunks } = await metadata.openCar(await metadata.getCollection(accountId, planted.collectionId));
    await expect(collect(chunks)).rejects.toThrow("is not what was made");
  });

  it("of 2,500 tokens has folders of a thousand, and all of it is in the file", async () => {
    const planted = await plantCollection(clone.database, store, { accountId, amount: 2_500 });
    const collection = await metadata.getCollection(accountId, planted.collectionId);
    await metadata.describe(collection, [1], words);
    const { root, chunks } = await metadata.openCar(collection);
    const reader = await CarReader.fromBytes(await collect(chunks));
    const helia = createHeliaLight();
    await car(helia).import(reader);
    const files = unixfs(helia);
    const options = { offline: true };
    const names: string[] = [];
    for await (const { name } of files.ls(CID.parse(root), { path: "/images", ...options })) names.push(name);
    expect(names.sort()).toEqual(["1-1000", "1001-2000", "2001-2500"]);
    const last = await collect(
      files.cat(CID.parse(root), { path: "/images/2001-2500/2500.png", ...options }),
    );
    expect(last).toEqual(planted.images.at(-1)?.bytes);
    await helia.stop();
  });

  it("of 1,001 descriptions keeps them in folders of a size that nodes exchange [MINT-20]", async () => {
    const planted = await plantCollection(clone.database, store, { accountId, amount: 2 });
    await clone.query(
      `insert into token_metadata (account_id, collection_id, metadata_id, name, description, symbol, numbers)
       select $1, $2, left(md5(n::text), 16), 'Fox the ' || n || 'th', 'one of many', 'FOX', '{[2,3)}'
       from generate_series(1, 1001) as n`,
      [accountId, planted.collectionId],
    );
    const collection = await metadata.getCollection(accountId, planted.collectionId);
    const { root, chunks } = await metadata.openCar(collection);
    const helia = createHeliaLight();
    await car(helia).import(await CarReader.fromBytes(await collect(chunks)));
    const id = createHash("md5").update("77").digest("hex").slice(0, 16);
    const path = `/metadata/${id.slice(0, 2)}/${id}/2-2/2.json`;
    const file = await collect(unixfs(helia).cat(CID.parse(root), { path, offline: true }));
    expect(JSON.parse(file.toString())).toMatchObject({ name: "Fox the 77th", properties: { id: 2 } });
    await helia.stop();
  });
});

describe("the provenance record", () => {
  it("holds the hash of every image in order and one over all, with model, engine, seeds and prompt [COL-13]", async () => {
    const planted = await plantCollection(clone.database, store, { accountId, amount: 3, failed: [2] });
    const collection = await metadata.getCollection(accountId, planted.collectionId);
    let text = "";
    for await (const piece of metadata.writeProvenance(collection)) text += piece;
    const digests = planted.images.map(({ sha256 }) => Buffer.from(sha256, "hex"));
    expect(JSON.parse(text)).toEqual({
      collectionId: planted.collectionId,
      hash: createHash("sha256").update(Buffer.concat(digests)).digest("hex"),
      prompt: "harbour foxes",
      style: "woodcut",
      model: "velogen",
      seed: 7,
      createdAt: expect.stringMatching(/Z$/),
      images: planted.images.map(({ number, sha256, cid }) => ({
        id: number,
        sha256,
        image: `ipfs://${cid}`,
        seed: number * 11,
        engine: "sketch",
      })),
    });
  });
});
