import { createHash, randomBytes, randomUUID } from "node:crypto";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { createOperations, type ErrorCode, errorStatusByCode, imageUrls } from "@mintwright/api-contract";
import { findTool, type MinioServer, startMinio } from "@mintwright/test-harness";
import Fastify, { type FastifyInstance } from "fastify";
import sharp from "sharp";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { createDirectoryStore, type ObjectStore } from "../../engines/storage/index.ts";
import { createS3Store } from "../../engines/storage/s3-store.ts";
import type { AppError } from "../../platform/errors.ts";
import { registerFileRoutes } from "./files.routes.ts";
import { createThumbnails } from "./thumbnails.ts";

const minio = findTool({ variable: "MINIO", purpose: "images from an S3 bucket" });
const folder = mkdtempSync(join(tmpdir(), "mintwright-images-"));
let server: MinioServer | undefined;

afterAll(() => rmSync(folder, { recursive: true }));

function createBucketStore(): ObjectStore {
  const { bucket, endpoint, credentials } = server as MinioServer;
  return createS3Store({
    bucket,
    endpoint,
    credentials,
    region: "us-east-1",
    prefix: "",
    usesPathStyle: true,
  });
}

describe("an image in a directory", () => describeStore(() => createDirectoryStore(folder)));
describe.skipIf(!minio)("an image in a bucket", () => {
  beforeAll(async () => {
    server = await startMinio(minio ?? "");
  });
  afterAll(() => server?.stop());
  describeStore(createBucketStore);
});

function describeStore(createStore: () => ObjectStore): void {
  const collectionId = randomUUID();
  const collection = `collections/${collectionId}`;
  let store: ObjectStore;
  let app: FastifyInstance;
  let base: string;
  let png: Buffer;
  let sha256: string;
  let image: string;
  let thumbnail: string;

  beforeAll(async () => {
    store = createStore();
    // A client may hold a spare connection on which it never asked anything.
    app = Fastify({ forceCloseConnections: true });
    app.setErrorHandler(({ code }: { code: ErrorCode }, _request, reply) =>
      reply.status(errorStatusByCode[code] ?? 500).send({ code }),
    );
    registerFileRoutes(app, createOperations(), store);
    base = await app.listen({ host: "127.0.0.1", port: 0 });
    const noise = { width: 640, height: 480, channels: 3 as const };
    png = await sharp(randomBytes(640 * 480 * 3), { raw: noise })
      .png()
      .toBuffer();
    sha256 = createHash("sha256").update(png).digest("hex");
    await store.put(`${collection}/7-${sha256}.png`, png);
    ({ image, thumbnail } = imageUrls(base, `${collection}/7-${sha256}.png`));
  });

  afterAll(async () => {
    await app.close();
    store.close();
  });

  const load = async (url: string, headers: Record<string, string> = {}, method = "GET") => {
    const answer = await fetch(url, { headers, method });
    return { status: answer.status, headers: answer.headers, body: Buffer.from(await answer.arrayBuffer()) };
  };

  it("is served as it is, to be cached for ever, to any origin", async () => {
    const { status, headers, body } = await load(image);
    expect(status).toBe(200);
    expect(body.equals(png)).toBe(true);
    expect(Object.fromEntries(headers)).toMatchObject({
      "content-type": "image/png",
      "content-length": String(png.length),
      etag: `"7-${sha256}"`,
      "cache-control": "public, max-age=31536000, immutable",
      "accept-ranges": "bytes",
      "x-content-type-options": "nosniff",
      "access-control-allow-origin": "*",
      "cross-origin-resource-policy": "cross-origin",
    });
  });

  it("is described by HEAD without its bytes", async () => {
    const { status, headers, body } = await load(image, {}, "HEAD");
    expect([status, body.length, headers.get("content-length")]).toEqual([200, 0, String(png.length)]);
    expect(headers.get("etag")).toBe(`"7-${sha256}"`);
    expect((await load(image.replace(sha256, "0".repeat(64)), {}, "HEAD")).status).toBe(404);
  });

  it("is not sent to who has it", async () => {
    for (const tag of [`"7-${sha256}"`, `W/"7-${sha256}"`, `"x", "7-${sha256}"`, "*"]) {
      const { status, headers, body } = await load(image, { "if-none-match": tag });
      expect([tag, status, body.length]).toEqual([tag, 304, 0]);
      expect(headers.get("etag")).toBe(`"7-${sha256}"`);
    }
    expect((await load(image, { "if-none-match": '"other"' })).status).toBe(200);
  });

  it.each([
    ["bytes=0-99", 0, 100],
    ["bytes=1000-", 1_000, undefined],
    ["bytes=-500", -500, undefined],
    ["bytes=100-99999999", 100, undefined],
  ])("is sent in part for %s", async (range, start, end) => {
    const { status, headers, body } = await load(image, { range });
    expect(status).toBe(206);
    const expected = png.subarray(start, end);
    expect(body.equals(expected)).toBe(true);
    const first = start < 0 ? png.length + start : start;
    expect(headers.get("content-range")).toBe(`bytes ${first}-${first + expected.length - 1}/${png.length}`);
    expect(headers.get("content-length")).toBe(String(expected.length));
  });

  it("is sent whole when the range is not one, or is of other content", async () => {
    for (const headers of [
      { range: "lines=1-2" },
      { range: "bytes=nonsense" },
      { range: "bytes=0-1,100-200" },
      { range: "bytes=0-1", "if-range": '"other"' },
    ] as Record<string, string>[]) {
      const { status, body } = await load(image, headers);
      expect([headers, status, body.length]).toEqual([headers, 200, png.length]);
    }
    expect((await load(image, { range: "bytes=0-1", "if-range": `"7-${sha256}"` })).status).toBe(206);
  });

  it("refuses a range beyond its end, and says how long it is", async () => {
    const answer = await app.inject({ url: new URL(image).pathname, headers: { range: "bytes=99999999-" } });
    expect(answer.json()).toMatchObject({ code: "range_not_satisfiable" });
    expect(answer.headers["content-range"]).toBe(`bytes */${png.length}`);
  });

  it("has a thumbnail that is made once and kept", async () => {
    const object = `thumbnails/${collectionId}/7-${sha256}.webp`;
    expect(await store.measure(object)).toBeUndefined();
    const answers = await Promise.all(Array.from({ length: 20 }, () => load(thumbnail)));
    for (const { status, headers, body } of answers) {
      expect([status, headers.get("content-type")]).toEqual([200, "image/webp"]);
      expect(body.equals(answers[0]?.body as Buffer)).toBe(true);
    }
    expect(await sharp(answers[0]?.body).metadata()).toMatchObject({
      format: "webp",
      width: 320,
      height: 240,
    });
    const kept = await store.get(object);
    expect(kept?.equals(answers[0]?.body as Buffer)).toBe(true);
    await store.put(object, Buffer.from("as it was kept"));
    expect((await load(thumbnail)).body.toString()).toBe("as it was kept");
    const etag = answers[0]?.headers.get("etag") as string;
    expect(etag).not.toBe(`"7-${sha256}"`);
    expect((await load(thumbnail, { "if-none-match": etag })).status).toBe(304);
    expect((await load(thumbnail, {}, "HEAD")).headers.get("content-length")).toBe("14");
  });

  it("has no thumbnail when it does not exist", async () => {
    const missing = `${collection}/8-${"f".repeat(64)}`;
    expect(
      await createThumbnails(store).make({
        collectionId,
        image: `${missing}.png`,
        thumbnail: "thumbnails/x",
      }),
    ).toBe(false);
    expect((await load(imageUrls(base, `${missing}.png`).thumbnail)).status).toBe(404);
    const kept = store.list(`thumbnails/${collectionId}/8`);
    for await (const name of kept) throw new Error(`${name} was kept`);
  });

  it("gets its thumbnail while hundreds of names that do not exist are asked for", async () => {
    const slow = { ...store, get: (name: string) => sleep(200).then(() => store.get(name)) };
    const thumbnails = createThumbnails(slow);
    const ask = (name: string) =>
      thumbnails.make({
        collectionId,
        image: `${collection}/${name}.png`,
        thumbnail: `thumbnails/${name}`,
      });
    const missing = Array.from({ length: 600 }, (_, index) => ask(`${index + 100}-${"e".repeat(64)}`));
    const startedAt = performance.now();
    expect(await ask(`7-${sha256}`)).toBe(true);
    expect(performance.now() - startedAt).toBeLessThan(5_000);
    expect(await Promise.all(missing)).toEqual(missing.map(() => false));
  });

  it("gets its thumbnail soon although another collection waits for hundreds", async () => {
    const slow = { ...store, get: (name: string) => sleep(10).then(() => store.get(name)) };
    const image = `${collection}/8-${sha256}.png`;
    const plain = { width: 16, height: 16, channels: 3 as const, background: "teal" };
    await store.put(image, await sharp({ create: plain }).png().toBuffer());
    const thumbnails = createThumbnails(slow);
    const greedy = randomUUID();
    const greedyAsks = Array.from({ length: 300 }, (_, index) =>
      thumbnails.make({
        collectionId: greedy,
        image,
        thumbnail: `thumbnails/${greedy}/${index}`,
      }),
    );
    const outcomes = Promise.allSettled(greedyAsks);
    const startedAt = performance.now();
    const mine = { collectionId, image, thumbnail: `thumbnails/${randomUUID()}` };
    expect(await thumbnails.make(mine)).toBe(true);
    expect(performance.now() - startedAt).toBeLessThan(5_000);
    const reasons = (await outcomes).flatMap((outcome) =>
      outcome.status === "rejected" ? [outcome.reason as AppError] : [],
    );
    const refused = reasons.filter(({ code }) => code === "too_many_at_once");
    expect(refused.length).toBeGreaterThan(0);
    expect(refused[0]?.details).toEqual({ limit: "thumbnails", value: 200 });
  });

  it("is all that can be reached", async () => {
    for (const name of [
      `answers/${collectionId}`,
      `${collection}/notes.json`,
      `${collection}/7-${sha256}.json`,
    ])
      await store.put(name, Buffer.from("secret"));
    const files = `/files/${collection}`;
    for (const path of [
      "/files/",
      `/files/answers/${collectionId}`,
      `${files}/`,
      `${files}/notes.json`,
      `${files}/7-${sha256}.json`,
      `${files}/7-${sha256}`,
      `${files}/7-${sha256}.webp`,
      `${files}/7-${sha256.toUpperCase()}.png`,
      `${files}/07-${sha256}.png`,
      `${files}/7-${sha256}.png/`,
      `/files/collections/..%2fanswers/${collectionId}`,
      `/files/collections/%2e%2e/answers%2f${collectionId}`,
      `/files/collections/${collectionId}/..%2f..%2fanswers%2f${collectionId}`,
      `/files/collections/${randomUUID()}/7-${sha256}.png`,
      `/thumbnails/${collection}/7-${sha256}.png`,
      `${files}/7-${"0".repeat(64)}.png`,
    ]) {
      const { status, headers, body } = await load(base + path);
      expect([path, status, body.includes("secret")]).toEqual([path, 404, false]);
      expect(headers.get("cache-control") ?? "no-store").toBe("no-store");
    }
  });

  it("answers a browser's preflight", async () => {
    const { status, headers } = await load(image, { "access-control-request-method": "GET" }, "OPTIONS");
    expect(status).toBe(204);
    expect(headers.get("access-control-allow-methods")).toBe("GET, HEAD");
    expect(headers.get("access-control-allow-headers")).toContain("range");
  });

  it("is streamed: one who leaves in the middle does no harm", async () => {
    const leaving = new AbortController();
    const answer = await fetch(image, { signal: leaving.signal });
    const reader = answer.body?.getReader();
    await reader?.read();
    leaving.abort();
    expect((await load(image)).body.equals(png)).toBe(true);
  });
}
