import { createTestAccount } from "@mintwright/test-harness";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type Answer, callApi, getCredits } from "./call-api.ts";
import { expectError, expectInvalid } from "./expect-error.ts";
import { type Installation, startInstallation } from "./installation.ts";
import { type NewsAnswer, storeArticles } from "./stored-news.ts";

let installation: Installation;
let key: string;

const minute = (count: number) => new Date(Date.UTC(2026, 0, 10) + count * 60_000).toISOString();

/** 120 articles, one a minute, so that every page and price can be told from their numbers. */
const stored = Array.from({ length: 120 }, (_, index) => ({
  title: `Article ${index}`,
  categoryId: index % 2 === 0 ? 5 : 8,
  createdAt: minute(index),
  ...(index === 119 && { tokenId: 80, networkId: 15, imageUrl: "https://example.com/image.png" }),
}));
const titlesFrom = (newest: number, count: number) =>
  Array.from({ length: count }, (_, index) => `Article ${newest - index}`);

beforeAll(async () => {
  installation = await startInstallation();
  await storeArticles(installation.database, stored);
  ({ key } = await createTestAccount(installation.database.url, { credits: 1_000, rate: "none" }));
});

afterAll(() => installation?.stop());

const getNews = (query = "", call: Parameters<typeof callApi>[2] = {}) =>
  callApi<NewsAnswer>(installation.api, `/news${query}`, { key, ...call });
const titlesOf = ({ body }: Answer<NewsAnswer>) => body.data.map(({ title }) => title);

async function chargedBy(call: () => Promise<Answer<unknown>>): Promise<number> {
  const before = await getCredits(installation.api, key);
  const { headers } = await call();
  const after = await getCredits(installation.api, key);
  const charged = Math.round((before.balance - after.balance) * 100) / 100;
  expect(Number(headers.get("x-credits-charged") ?? "0")).toBe(charged);
  expect(after.held).toBe(0);
  return charged;
}

describe("a page of news", () => {
  it("is the 10 latest articles, newest first, in the documented envelope [NEWS-1 NEWS-2 NEWS-5 NEWS-6]", async () => {
    const { status, body } = await getNews();
    expect(status).toBe(200);
    expect(body).toEqual({
      statusCode: 200,
      message: expect.any(String),
      data: expect.any(Array),
      total: 120,
      isTotalEstimated: false,
      limit: 10,
      offset: 0,
      nextCursor: expect.any(String),
    });
    expect(body.data.map(({ title }) => title)).toEqual(titlesFrom(119, 10));
    const { body: later } = await getNews("?limit=7&offset=3");
    expect(later).toMatchObject({ total: 120, limit: 7, offset: 3 });
    const { body: filtered } = await getNews("?tokenId=80&limit=7&offset=1");
    expect(filtered).toMatchObject({ data: [], total: 1, limit: 7, offset: 1 });
  });

  it("has articles with every documented field [NEWS-3 NEWS-4]", async () => {
    const [about, general] = (await getNews("?limit=2")).body.data;
    expect(about).toEqual({
      id: expect.any(Number),
      title: "Article 119",
      description: expect.any(String),
      categoryId: 8,
      subCategoryId: 15,
      tokenId: 80,
      url: "https://example.com/articles/119",
      createdAt: minute(119),
      imageUrl: "https://example.com/image.png",
      pubDate: minute(119),
      isPublished: true,
      generated: false,
      sources: [{ name: "Example", url: "https://example.com/articles/119", publishedAt: minute(119) }],
      sentiment: { label: "neutral", confidence: expect.any(Number) },
      importance: "low",
    });
    expect(general).toMatchObject({ tokenId: null, subCategoryId: 46 });
    expect(general?.imageUrl).toMatch(/^data:image\/svg\+xml,/);
  });

  it("is turned round by sortOrder, in either letter case [NEWS-7]", async () => {
    expect(titlesOf(await getNews("?sortOrder=asc&limit=3"))).toEqual([
      "Article 0",
      "Article 1",
      "Article 2",
    ]);
    expect(titlesOf(await getNews("?sortOrder=DESC&limit=1"))).toEqual(["Article 119"]);
    expectInvalid(await getNews("?sortOrder=up"), "sortOrder");
  });

  it("is sorted by createdAt and nothing else [NEWS-8]", async () => {
    expect(titlesOf(await getNews("?sortBy=createdAt"))).toEqual(titlesFrom(119, 10));
    expectInvalid(await getNews("?sortBy=title"), "sortBy");
  });

  it("has 1 to 100 articles [NEWS-9]", async () => {
    expect((await getNews("?limit=1")).body.data).toHaveLength(1);
    expect((await getNews("?limit=100")).body.data).toHaveLength(100);
    for (const limit of ["0", "101", "-1", "ten", "1.5"])
      expectInvalid(await getNews(`?limit=${limit}`), "limit");
  });

  it("skips what offset says, to the end and beyond [NEWS-10]", async () => {
    expect(titlesOf(await getNews("?offset=115"))).toEqual(titlesFrom(4, 5));
    expect((await getNews("?offset=120")).body).toMatchObject({ data: [], total: 120, nextCursor: null });
    for (const offset of ["-1", "x", "1000001"]) expectInvalid(await getNews(`?offset=${offset}`), "offset");
  });

  it("is followed by the page of its cursor, without gap or repetition, while articles arrive [NEWS-11]", async () => {
    for (const order of ["desc", "asc"]) {
      const seen: string[] = [];
      let cursor: string | null = "";
      for (let pages = 0; cursor !== null && pages < 20; pages++) {
        const query: string = `?limit=17&sortOrder=${order}${cursor && `&cursor=${cursor}`}`;
        const answer: Answer<NewsAnswer> = await getNews(query);
        seen.push(...titlesOf(answer));
        cursor = answer.body.nextCursor;
      }
      const expected = titlesFrom(119, 120);
      expect(seen).toEqual(order === "desc" ? expected : expected.reverse());
    }
  });

  it("refuses a cursor that was not made here, and one beside an offset, uncharged", async () => {
    const forged = Buffer.from('["x",1]').toString("base64url");
    for (const query of ["?cursor=%20", "?cursor=abc", `?cursor=${forged}`]) {
      expect(await chargedBy(() => getNews(query))).toBe(0);
      expect((await getNews(query)).status).toBe(400);
    }
    const { nextCursor } = (await getNews()).body;
    expectInvalid(await getNews(`?cursor=${nextCursor}&offset=1`), "offset");
  });
});

describe("the price of news", () => {
  it.each([
    ["", 1],
    ["?limit=1", 1],
    ["?limit=10", 1],
    ["?limit=11", 2],
    ["?limit=20", 2],
    ["?limit=25", 3],
    ["?limit=100", 10],
  ])("is 1 credit per started 10: %s costs %d [NEWS-13]", async (query, credits) => {
    expect(await chargedBy(() => getNews(query))).toBe(credits);
    const dryRun = await callApi<{ data: { price: number } }>(installation.api, `/news${query}`, {
      key,
      headers: { prefer: "dry-run" },
    });
    expect(dryRun.body.data.price).toBe(credits);
    expect(dryRun.headers.get("x-credits-charged")).toBe("0");
  });

  it("follows the limit whatever the filters leave over [NEWS-14]", async () => {
    for (const filter of [
      "tokenId=80",
      "categoryId=8",
      "subCategoryId=15",
      "searchQuery=article",
      "fetchAfter=2020-01-01",
    ]) {
      for (const [limit, credits] of [
        [10, 1],
        [20, 2],
        [25, 3],
      ] as const) {
        expect(await chargedBy(() => getNews(`?limit=${limit}&${filter}`)), filter).toBe(credits);
      }
    }
    expect((await getNews("?limit=25&tokenId=80")).body.data).toHaveLength(1);
  });

  it("is nothing when nothing is delivered: no article, a refusal, HEAD", async () => {
    expect(await chargedBy(() => getNews("?tokenId=79"))).toBe(0);
    expect(await chargedBy(() => getNews("?categoryId=1"))).toBe(0);
    expect(await chargedBy(() => getNews("", { method: "HEAD" }))).toBe(0);
    expect(await chargedBy(() => callApi(installation.api, "/news.rss?tokenId=79", { key }))).toBe(0);
  });

  it("is asked for before the work: 402 without credits, and the same key is answered once", async () => {
    const poor = await createTestAccount(installation.database.url, { credits: 1.5 });
    const headers = { "idempotency-key": "once" };
    const first = await getNews("", { key: poor.key, headers });
    const again = await getNews("", { key: poor.key, headers });
    expect(again.headers.get("idempotency-replayed")).toBe("true");
    expect(again.text).toBe(first.text);
    expectError(await getNews("?limit=11", { key: poor.key, headers }), 422, "idempotency_key_reused");
    const unpaid = await getNews("", { key: poor.key });
    expect(unpaid.status).toBe(402);
    expect(await getCredits(installation.api, poor.key)).toMatchObject({ balance: 0.5, spent: 1 });
  });

  it("is nothing for a page that the caller has already: 304", async () => {
    const first = await getNews("?limit=20");
    const etag = first.headers.get("etag") ?? "";
    expect(etag).toMatch(/^"[\w-]+"$/);
    for (const known of [etag, `W/${etag}`, `"other", ${etag}`]) {
      const again = await getNews("?limit=20", { headers: { "if-none-match": known } });
      expect([again.status, again.text, again.headers.get("etag")]).toEqual([304, "", etag]);
      expect(again.headers.get("x-credits-charged")).toBe("0");
    }
    const headers = { "if-none-match": etag };
    expect(await chargedBy(() => getNews("?limit=20", { headers }))).toBe(0);
    expect(await chargedBy(() => getNews("?limit=21", { headers }))).toBe(3);
  });
});

describe("one article", () => {
  it("is read by its id for 1 credit, and unknown ones are 404, uncharged", async () => {
    const [article] = (await getNews("?limit=1")).body.data;
    const read = () => callApi<{ data: unknown }>(installation.api, `/news/${article?.id}`, { key });
    expect((await read()).body.data).toEqual(article);
    expect(await chargedBy(read)).toBe(1);
    const missing = () => callApi(installation.api, "/news/999999999", { key });
    expectError(await missing(), 404, "not_found");
    expect(await chargedBy(missing)).toBe(0);
    expectInvalid(await callApi(installation.api, "/news/first", { key }), "id");
  });
});

describe("the list as RSS", () => {
  it("has the same articles, keeps its ETag and costs the same", async () => {
    const path = "/news.rss?limit=25&categoryId=8";
    const feed = await callApi(installation.api, path, { key });
    expect(feed.headers.get("content-type")).toBe("application/rss+xml; charset=utf-8");
    expect(feed.text).toMatch(/^<\?xml .*<rss version="2\.0"/s);
    const titles = [...feed.text.matchAll(/<item>\s*<title>([^<]*)/g)].map(([, title]) => title);
    expect(titles).toEqual(titlesOf(await getNews("?limit=25&categoryId=8")));
    expect(await chargedBy(() => callApi(installation.api, path, { key }))).toBe(3);
    const headers = { "if-none-match": feed.headers.get("etag") ?? "" };
    expect((await callApi(installation.api, path, { key, headers })).status).toBe(304);
    expect(await chargedBy(() => callApi(installation.api, path, { key, headers }))).toBe(0);
  });
});

describe("another replica", () => {
  it("answers with an article within 2 seconds of its storing", async () => {
    const replica = await installation.startReplica();
    const title = "Just arrived";
    await storeArticles(installation.database, [{ title, createdAt: minute(200) }]);
    // The first call of each process has the article. How long the call takes does not count.
    for (const server of [installation.api, replica]) {
      const { body } = await callApi<NewsAnswer>(server, "/news?limit=1", { key });
      expect(body.data[0]?.title).toBe(title);
    }
  });
});
