import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import { createTestAccount, type RunningProcess, type TestAccount } from "@mintwright/test-harness";
import sharp from "sharp";
import { Webhook } from "standardwebhooks";
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { callApi } from "./call-api.ts";
import { expectError, expectInvalid } from "./expect-error.ts";
import { type Installation, startInstallation } from "./installation.ts";
import type { NewsAnswer } from "./stored-news.ts";

interface Alert {
  id: string;
  categoryId: number[] | null;
  subCategoryId: number[] | null;
  tokenId: number[] | null;
  searchQuery: string | null;
  webhookUrl: string;
  createdAt: string;
}

let installation: Installation;
let owner: TestAccount;
let stranger: TestAccount;
let folder: string;
let hostAndPort: string;
let image: Buffer;
let items: { title: string; summary: string }[] = [];
const received: { path: string; headers: Record<string, string>; body: string }[] = [];

/** Serves the news feed and receives the webhooks of its alerts. */
const server = createServer(async (request, response) => {
  if (request.method === "POST") {
    const headers = request.headers as Record<string, string>;
    received.push({ path: request.url ?? "", headers, body: await text(request) });
    response.writeHead(204).end();
    return;
  }
  if (request.url === "/image.png") {
    response.writeHead(200, { "content-type": "image/png" }).end(image);
    return;
  }
  const written = items.map(
    ({ title, summary }, index) =>
      `<item><title>${title}</title><link>https://outlet.example/${index}</link><description>${summary}</description><enclosure url="http://${hostAndPort}/image.png" type="image/png" length="1"/></item>`,
  );
  response.writeHead(200, { "content-type": "text/xml" });
  response.end(
    `<?xml version="1.0"?><rss version="2.0"><channel><title>f</title>${written.join("")}</channel></rss>`,
  );
});

beforeAll(async () => {
  image = await sharp({ create: { width: 1_600, height: 900, channels: 3, background: "#357" } })
    .png()
    .toBuffer();
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  hostAndPort = `127.0.0.1:${(server.address() as AddressInfo).port}`;
  folder = mkdtempSync(join(tmpdir(), "mintwright-alerts-"));
  const file = join(folder, "mintwright.yaml");
  const feeds = [{ name: "Outlet", url: `http://${hostAndPort}/feed` }];
  writeFileSync(
    file,
    JSON.stringify({
      news: { gather: true, feeds, minIntervalInSeconds: 1 },
      outbound: { allow: [hostAndPort] },
    }),
  );
  installation = await startInstallation({
    MINTWRIGHT_CONFIG: file,
    STORAGE_DIRECTORY: join(folder, "storage"),
  });
  owner = await createTestAccount(installation.database.url, { rate: "none" });
  stranger = await createTestAccount(installation.database.url, { rate: "none" });
});

afterAll(async () => {
  await installation?.stop();
  server.closeAllConnections();
  server.close();
  rmSync(folder, { recursive: true });
});

const save = (body: Record<string, unknown>, { key } = owner) =>
  callApi<{ data: Alert }>(installation.api, "/news/alerts", {
    key,
    body: { webhookUrl: `http://${hostAndPort}/all`, ...body },
  });
const list = async ({ key } = owner) =>
  (await callApi<{ data: Alert[] }>(installation.api, "/news/alerts", { key })).body.data;
const end = (id: string, { key } = owner) =>
  callApi(installation.api, `/news/alerts/${id}`, { key, method: "DELETE" });

describe("an alert", () => {
  it("is saved with its filter, listed, and ended by its own account only", async () => {
    const { status, body } = await save({
      categoryId: [5, 8],
      subCategoryId: "39,22",
      searchQuery: "bridge",
    });
    expect(status).toBe(200);
    expect(body.data).toEqual({
      id: expect.any(String),
      categoryId: [5, 8],
      subCategoryId: [15, 22],
      tokenId: null,
      searchQuery: "bridge",
      webhookUrl: `http://${hostAndPort}/all`,
      createdAt: expect.any(String),
    });
    expect(await list()).toEqual([body.data]);
    expect((await end(body.data.id)).status).toBe(200);
    expectError(await end(body.data.id), 404, "not_found");
    expect(await list()).toEqual([]);
  });

  it("needs known ids and a receiver in public", async () => {
    expectInvalid(await save({ categoryId: [1] }), "categoryId");
    expectInvalid(await save({ tokenId: 999 }), "tokenId");
    expectInvalid(await save({ searchQuery: "?!" }), "searchQuery");
    expectInvalid(await save({ webhookUrl: "ftp://example.com" }), "webhookUrl");
    expectError(await save({ webhookUrl: "http://127.0.0.1:1/" }), 400, "webhook_url_refused");
    expect(await list()).toEqual([]);
  });

  it("is one of at most 100, also when two are saved at once", async () => {
    await installation.database.query(
      `insert into news_alert (account_id, alert_id, webhook_url)
       select $1, gen_random_uuid(), 'https://hooks.example/' || n from generate_series(1, 99) as n`,
      [stranger.accountId],
    );
    const statuses = await Promise.all([save({}, stranger), save({}, stranger)]);
    expect(statuses.map(({ status }) => status).sort()).toEqual([200, 409]);
    expectError(await save({}, stranger), 409, "too_many_alerts");
    await installation.database.query("delete from news_alert where account_id = $1", [stranger.accountId]);
  });
});

describe("gathered news", () => {
  let replica: RunningProcess;

  it("is in the answers of every replica within 2 seconds, and told once to every alert that it fits", async () => {
    const { id } = (await save({ categoryId: 8, webhookUrl: `http://${hostAndPort}/nft` })).body.data;
    await save({ searchQuery: "zebra*", webhookUrl: `http://${hostAndPort}/words` });
    await save({ tokenId: 102, webhookUrl: `http://${hostAndPort}/never` });
    await save({ webhookUrl: `http://${hostAndPort}/stranger` }, stranger);
    items = [
      {
        title: "Museum mints its first NFT collection",
        summary: "Collectors bid for zebras on the marketplace.",
      },
      { title: "Exchange halts withdrawals for a day", summary: "The trading platform moved its servers." },
    ];
    replica = await installation.startReplica();
    await installation.startWorker();
    const late = await Promise.all(
      [installation.api, replica].map((api) => {
        let lastMissAt = 0;
        return vi.waitFor(
          async () => {
            const askedAt = Date.now();
            const { body } = await callApi<NewsAnswer>(api, "/news", { key: owner.key });
            if (body.data.length < 2) lastMissAt = askedAt;
            expect(body.data).toHaveLength(2);
            return lastMissAt - Date.parse(body.data[0]?.createdAt ?? "");
          },
          { timeout: 20_000, interval: 100 },
        );
      }),
    );
    // A call that begins later than that finds the articles in every process. How long the call takes does not count.
    expect(Math.max(...late)).toBeLessThan(2_000);

    await vi.waitFor(() => expect(received).toHaveLength(4), { timeout: 20_000 });
    // The feed is read again every second; what was told is not told again.
    await new Promise((resolve) => setTimeout(resolve, 2_500));
    expect(received.map(({ path }) => path).sort()).toEqual(["/nft", "/stranger", "/stranger", "/words"]);
    const { headers, body } = received.find(({ path }) => path === "/nft") ?? { headers: {}, body: "" };
    const { data: secret } = (
      await callApi<{ data: { secret: string } }>(installation.api, "/webhooks/secret", { key: owner.key })
    ).body;
    expect(new Webhook(secret.secret).verify(body, headers)).toEqual({
      type: "news.article",
      timestamp: expect.any(String),
      data: {
        alertId: id,
        article: {
          id: expect.any(Number),
          title: "Museum mints its first NFT collection",
          url: "https://outlet.example/0",
          categoryId: 8,
          subCategoryId: 46,
          tokenId: null,
          pubDate: expect.any(String),
          createdAt: expect.any(String),
        },
      },
    });
  });

  it("shows our own copy of its image", async () => {
    const imageUrl = await vi.waitFor(
      async () => {
        const { body } = await callApi<NewsAnswer>(replica, "/news", { key: owner.key });
        expect(body.data[0]?.imageUrl).toMatch(/\/files\/news\/\d+-[0-9a-f]{64}\.webp$/);
        return body.data[0]?.imageUrl ?? "";
      },
      { timeout: 20_000, interval: 500 },
    );
    expect(imageUrl.startsWith(replica.baseUrl)).toBe(true);
    const answer = await fetch(imageUrl);
    expect(answer.headers.get("content-type")).toBe("image/webp");
    expect(await sharp(await answer.bytes()).metadata()).toMatchObject({ width: 1_200, height: 675 });
    expectError(await callApi(replica, `/files/news/1-${"0".repeat(64)}.webp`), 404, "not_found");
  });
});
