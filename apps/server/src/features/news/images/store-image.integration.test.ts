import { mkdtempSync, rmSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { crc32 } from "node:zlib";
import sharp from "sharp";
import { afterAll, beforeAll, expect, it } from "vitest";
import { createDirectoryStore } from "../../../engines/storage/index.ts";
import { type ClonedDatabase, cloneDatabase } from "../../../platform/__fixtures__/cloned-database.ts";
import { createOutbound } from "../../../platform/outbound/index.ts";
import { createNewsImageJob } from "./store-image.job.ts";

let clone: ClonedDatabase;
let address: string;
const folder = mkdtempSync(join(tmpdir(), "mintwright-news-images-"));
const store = createDirectoryStore(folder);
const files: Record<string, { type: string; body: Buffer; status?: number }> = {};

const server = createServer((request, response) => {
  const file = files[request.url ?? ""];
  response.writeHead(file?.status ?? (file ? 200 : 404), { "content-type": file?.type ?? "text/html" });
  response.end(file?.body);
});

/** A small file that says it is an image of 60,000 by 60,000 pixels. */
function makeBomb(): Buffer {
  const header = Buffer.from("IHDR\0\0\xea\x60\0\0\xea\x60\x08\x02\0\0\0", "latin1");
  const length = Buffer.from([0, 0, 0, 13]);
  const check = Buffer.alloc(4);
  check.writeUInt32BE(crc32(header));
  return Buffer.concat([Buffer.from("\x89PNG\r\n\x1a\n", "latin1"), length, header, check]);
}

beforeAll(async () => {
  clone = await cloneDatabase();
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  address = `127.0.0.1:${(server.address() as AddressInfo).port}`;
  const create = (width: number, height: number) =>
    sharp({ create: { width, height, channels: 3, background: "#357" } })
      .jpeg()
      .toBuffer();
  files["/large.jpg"] = { type: "image/jpeg", body: await create(3_000, 2_000) };
  files["/small.jpg"] = { type: "image/jpeg", body: await create(400, 300) };
  files["/pixel.jpg"] = { type: "image/jpeg", body: await create(1, 1) };
  files["/bomb.png"] = { type: "image/png", body: makeBomb() };
  files["/page.png"] = { type: "image/png", body: Buffer.from("<html>not an image</html>") };
  files["/drawing.svg"] = {
    type: "image/svg+xml",
    body: Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" width="90" height="90"/>'),
  };
  files["/cut.jpg"] = { type: "image/jpeg", body: (await create(900, 900)).subarray(0, 900) };
  files["/busy.jpg"] = { type: "text/html", body: Buffer.from("later"), status: 503 };
});

afterAll(async () => {
  server.closeAllConnections();
  server.close();
  await clone.close();
  rmSync(folder, { recursive: true });
});

async function keep(imageUrl: string, allow = [address]): Promise<string | null> {
  const [stored] = await clone.query<{ id: number }>(
    `insert into news_article (published_at, category_id, network_id, title, description, url, image_url, words)
     values (now() - interval '1 minute', 8, 46, 'T', 'D', 'https://o.example', $1, '') returning article_id::int as id`,
    [imageUrl],
  );
  const job = createNewsImageJob({ database: clone.database, store, outbound: createOutbound({ allow }) });
  const articleId = stored?.id ?? 0;
  await job.handle({ articleId });
  const [article] = await clone.query<{ image_object: string | null }>(
    "select image_object from news_article where article_id = $1",
    [articleId],
  );
  return article?.image_object ?? null;
}

it.each([
  ["large.jpg", 1_200, 800],
  ["small.jpg", 400, 300],
])("keeps %s as WebP of %d by %d", async (name, width, height) => {
  const object = await keep(`http://${address}/${name}`);
  expect(object).toMatch(/^news\/\d+-[0-9a-f]{64}\.webp$/);
  const kept = await store.get(object ?? "");
  expect(await sharp(kept).metadata()).toMatchObject({ format: "webp", width, height });
});

it.each(["bomb.png", "page.png", "drawing.svg", "cut.jpg", "pixel.jpg", "missing.jpg"])(
  "leaves %s where it is",
  async (name) => {
    expect(await keep(`http://${address}/${name}`)).toBeNull();
  },
);

it("does not reach a private address", async () => {
  expect(await keep(`http://${address}/small.jpg`, [])).toBeNull();
});

it("tries again when the server is busy", async () => {
  await expect(keep(`http://${address}/busy.jpg`)).rejects.toThrow("503");
});
