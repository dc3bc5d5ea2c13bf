import { gzipSync } from "node:zlib";
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { type ClonedDatabase, cloneDatabase } from "../../../platform/__fixtures__/cloned-database.ts";
import { createLogger } from "../../../platform/logging.ts";
import { createOutbound } from "../../../platform/outbound/index.ts";
import { openQueue, type Queue } from "../../../platform/queue/queue.ts";
import { createMetrics } from "../../../platform/telemetry/metrics.ts";
import {
  escapeXml,
  type FeedHandler,
  type FeedServer,
  startFeedServer,
  tellStory,
  writeItem,
  writeRss,
} from "../__fixtures__/feed-server.ts";
import { newsJobKinds } from "../news-job-kinds.ts";
import { createFeedJob, planFetches } from "./gatherer.ts";

interface StoredFeed {
  last_outcome: string;
  last_error: string | null;
  is_enabled: boolean;
  failures: number;
  feed_url: string | null;
  etag: string | null;
  interval_in_s: number;
  wait: number;
  new_articles: string;
}
interface StoredArticle {
  title: string;
  description: string;
  url: string;
  image_url: string | null;
  created_at: Date;
  published_at: Date;
}

const rss =
  (items: string, type = "application/rss+xml"): FeedHandler =>
  (response) =>
    response.writeHead(200, { "content-type": type }).end(writeRss(items));
const bytes =
  (body: Buffer, headers: Record<string, string>): FeedHandler =>
  (response) =>
    response.writeHead(200, headers).end(body);
const isoMinuteAgo = new Date(Date.now() - 60_000).toISOString();

function toWindows1251(text: string): Buffer {
  return Buffer.from(
    [...text].map((letter) => {
      const code = letter.charCodeAt(0);
      return code >= 0x410 && code <= 0x44f ? code - 0x410 + 0xc0 : code;
    }),
  );
}

const russian = writeRss(
  `<item><title>Крупный банк Гамма открыл хранилище</title><link>https://outlet.example/ru</link><description>Клиенты ждали три года</description></item>`,
  { encoding: "windows-1251" },
);
const otherRussian = writeRss(
  `<item><title>Министр Дельта запретил рекламу майнинга</title><link>https://outlet.example/ru2</link><description>Закон вступит в силу осенью</description></item>`,
  { encoding: "windows-1251" },
);
const bomb = `<!DOCTYPE lolz [<!ENTITY a "lol">${"bcdefghij"
  .split("")
  .map((name, index) => `<!ENTITY ${name} "${`&${"abcdefghi"[index]};`.repeat(10)}">`)
  .join("")}]>`;

/** Each behaviour with its own feed; the stories are numbered so that none is told twice. */
const behaviours: Record<string, FeedHandler> = {
  "/rss091": (response) =>
    response.end(
      `<?xml version="1.0"?><rss version="0.91"><channel><title>o</title><link>https://o.example</link><description>d</description><language>en</language><item><title>${escapeXml(tellStory(1).title)}</title><link>https://outlet.example/1</link></item></channel></rss>`,
    ),
  "/rss10": (response) =>
    response.end(
      `<?xml version="1.0"?><rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#" xmlns="http://purl.org/rss/1.0/" xmlns:dc="http://purl.org/dc/elements/1.1/"><channel rdf:about="https://o.example"><title>o</title><link>https://o.example</link><description>d</description></channel><item rdf:about="https://outlet.example/2"><title>${escapeXml(tellStory(2).title)}</title><link>https://outlet.example/2</link><dc:date>${isoMinuteAgo}</dc:date></item></rdf:RDF>`,
    ),
  "/rss20": rss(writeItem(3)),
  "/atom": (response) =>
    response.end(
      `<?xml version="1.0"?><feed xmlns="http://www.w3.org/2005/Atom"><title>o</title><id>urn:o</id><updated>${isoMinuteAgo}</updated><entry><id>urn:4</id><title type="html">${escapeXml(escapeXml(tellStory(4).title))}</title><link rel="self" href="https://o.example/self"/><link rel="alternate" href="https://outlet.example/4"/><updated>${isoMinuteAgo}</updated><summary>${escapeXml(tellStory(4).text)}</summary></entry></feed>`,
    ),
  "/json": (response) =>
    response.writeHead(200, { "content-type": "application/feed+json" }).end(
      JSON.stringify({
        version: "https://jsonfeed.org/version/1.1",
        title: "o",
        items: [
          {
            id: "5",
            url: "https://outlet.example/5",
            title: tellStory(5).title,
            content_html: `<p>${tellStory(5).text}</p>`,
            image: "https://outlet.example/5.png",
            date_published: isoMinuteAgo,
          },
        ],
      }),
    ),
  "/cdata": rss(
    `<item><title><![CDATA[${tellStory(6).title}]]></title><link><![CDATA[https://outlet.example/6]]></link><description><![CDATA[<p>Bold <b>words</b> &amp; more</p><script>evil()</script><img src="/inside.png">]]></description></item>`,
  ),
  "/entities": rss(
    `<item><title>Caf&#233; &amp;amp; bar chain Omicron takes &#8364;5 notes &amp;mdash; and coins</title><link>https://outlet.example/7?a=1&amp;b=2</link><description>x &amp;lt;3</description></item>`,
  ),
  "/relative": rss(writeItem(8, { link: "/news/8" })),
  "/undated": rss(writeItem(9, { date: "" })),
  "/future": rss(writeItem(10, { date: "Fri, 01 Jan 2100 00:00:00 GMT" })),
  "/nonsense-date": rss(writeItem(11, { date: "the day before yesterday" })),
  "/windows1251": bytes(toWindows1251(russian), { "content-type": "application/rss+xml" }),
  "/lying-charset": bytes(toWindows1251(otherRussian), { "content-type": "text/xml; charset=utf-8" }),
  "/utf16": bytes(
    Buffer.concat([
      Buffer.from([0xff, 0xfe]),
      Buffer.from(writeRss(writeItem(12), { encoding: "UTF-16" }), "utf16le"),
    ]),
    { "content-type": "text/xml" },
  ),
  "/unknown-charset": (response) =>
    response.writeHead(200, { "content-type": "text/xml; charset=klingon" }).end(writeRss(writeItem(13))),
  "/gzip": bytes(gzipSync(writeRss(writeItem(14))), {
    "content-type": "text/xml",
    "content-encoding": "gzip",
  }),
  "/redirect": (response) => response.writeHead(302, { location: "/redirect-target" }).end(),
  "/redirect-loop": (response) => response.writeHead(302, { location: "/redirect-loop" }).end(),
  "/redirect-private": (response) =>
    response.writeHead(302, { location: "http://127.0.0.1:8080/secret" }).end(),
  "/conditional": (response, { headers }) => {
    if (headers["if-none-match"] === '"v1"' && headers["if-modified-since"]) response.writeHead(304).end();
    else
      response
        .writeHead(200, { etag: '"v1"', "last-modified": "Sat, 01 Nov 2025 00:00:00 GMT" })
        .end(writeRss(writeItem(16)));
  },
  "/too-many": (response) => response.writeHead(429, { "retry-after": "7200" }).end("slow down"),
  "/retry-date": (response) =>
    response.writeHead(503, { "retry-after": new Date(Date.now() + 3_600_000).toUTCString() }).end(),
  "/broken-server": (response) => response.writeHead(500).end("oops"),
  "/gone": (response) => response.writeHead(410).end(),
  "/endless": (response) => {
    response.writeHead(200, { "content-type": "text/xml" });
    const chunk = Buffer.alloc(65_536, "<item>");
    const pump = () => {
      while (!response.destroyed && response.write(chunk));
      if (!response.destroyed) response.once("drain", pump);
    };
    pump();
  },
  "/cut": (response) => {
    response.writeHead(200, { "content-type": "text/xml", "content-length": "10000" });
    response.write("<?xml", () => response.destroy());
  },
  "/html": (response) =>
    response
      .writeHead(200, { "content-type": "text/html" })
      .end("<!doctype html><title>Hi</title><p>no feed"),
  "/page": (response) =>
    response
      .writeHead(200, { "content-type": "text/html" })
      .end(
        '<!doctype html><html><head><link rel="alternate" type="application/rss+xml" href="/discovered"></head><body>x',
      ),
  "/page-of-pages": (response) =>
    response
      .writeHead(200, { "content-type": "text/html" })
      .end('<link rel="alternate" type="application/rss+xml" href="/page">'),
  "/empty": (response) => response.writeHead(200, { "content-type": "text/xml" }).end(""),
  "/bomb": (response) =>
    response.end(
      writeRss(
        `<item><title>Bomb &j; under bridge Sigma</title><link>https://outlet.example/bomb</link></item>`,
        { prolog: bomb },
      ),
    ),
  "/deep": (response) => response.end(writeRss(`${"<a>".repeat(100_000)}${"</a>".repeat(100_000)}`)),
  "/unclosed": (response) =>
    response.end(
      `<?xml version="1.0"?><rss version="2.0"><channel><title>o<item><title>${escapeXml(tellStory(19).title)}</title><link>https://outlet.example/19</link><description>cut`,
    ),
  "/same-guid": rss(writeItem(20, { guid: "same" }) + writeItem(90, { guid: "same" })),
  "/guid-changes": (response, _request, visit) =>
    response.end(writeRss(writeItem(22, { guid: `new-${visit}` }))),
  "/url-changes": (response, _request, visit) =>
    response.end(writeRss(writeItem(23, { guid: "steady", link: `https://outlet.example/23-${visit}` }))),
  "/tracking": rss(
    writeItem(24, { link: "https://www.outlet.example/24/?utm_source=rss#top", guid: "a" }) +
      writeItem(24, { link: "http://outlet.example/24", guid: "b" }),
  ),
  "/bad-links": rss(
    writeItem(25, { link: "javascript:alert(1)" }) +
      `<item><title>No link at all</title></item><item><link>https://outlet.example/untitled</link></item>` +
      writeItem(26),
  ),
  "/archive": rss(writeItem(27, { date: "Mon, 01 Jan 2024 00:00:00 GMT" }) + writeItem(28)),
  "/pictures": rss(
    writeItem(29, {
      extra:
        '<media:content url="https://outlet.example/29.jpg" medium="image"/><enclosure url="https://outlet.example/audio.mp3" type="audio/mpeg" length="1"/>',
    }),
  ),
  "/guid-as-link": rss(
    `<item><title>${escapeXml(tellStory(30).title)}</title><guid>https://outlet.example/30</guid></item>`,
  ),
};

let clone: ClonedDatabase;
let server: FeedServer;
let gatherer: Queue;
const feedByPath = new Map<string, StoredFeed>();

async function readFeedRows(): Promise<void> {
  const rows = await clone.query<StoredFeed & { name: string }>(
    "select *, extract(epoch from due_at - last_fetched_at)::float as wait from news_feed",
  );
  for (const row of rows) feedByPath.set(row.name, row);
}

/** Makes feeds due again and waits until they were fetched. */
async function fetchAgain(...paths: string[]): Promise<void> {
  const [before] = await clone.query<{ now: Date }>("select clock_timestamp() as now");
  await clone.query(
    `update pgboss.job set start_after = now() where name = 'fetch-news-feed' and state < 'active'
     and (data->>'feedId')::integer in (select feed_id from news_feed where name = any($1))`,
    [paths],
  );
  await waitForFetches(paths, before?.now as Date);
}

async function waitForFetches(paths: string[], since: Date): Promise<void> {
  await vi.waitFor(
    async () => {
      const fetched = await clone.query<{ name: string }>(
        "select name from news_feed where name = any($1) and last_fetched_at >= $2 and last_outcome <> 'moved'",
        [paths, since],
      );
      expect(fetched.map(({ name }) => name).sort()).toEqual(paths.toSorted());
    },
    { timeout: 25_000, interval: 100 },
  );
  await readFeedRows();
}

const articlesOf = (path: string) =>
  clone.query<StoredArticle>(
    `select a.* from news_article a join news_report r using (article_id) join news_feed f using (feed_id)
     where f.name = $1 order by a.article_id`,
    [path],
  );
const titlesOf = async (path: string) => (await articlesOf(path)).map(({ title }) => title);
const feed = (path: string): StoredFeed => {
  const row = feedByPath.get(path);
  if (!row) throw new Error(`${path} was not fetched`);
  return row;
};

beforeAll(async () => {
  clone = await cloneDatabase();
  server = await startFeedServer();
  for (const [path, handler] of Object.entries(behaviours)) server.on(path, handler);
  server.on("/redirect-target", rss(writeItem(15)));
  server.on("/discovered", rss(writeItem(18)));
  const { database } = clone;
  const logger = createLogger("silent");
  gatherer = await openQueue(database, newsJobKinds, { logger, isWorker: true, url: clone.url });
  const { enqueue } = gatherer;
  const outbound = createOutbound({ allow: [server.address] });
  const settings = { minIntervalInSeconds: 300, wantsRewriting: false };
  const job = createFeedJob({ database, enqueue, outbound, logger, ...settings });
  await gatherer.work([job], { logger, metrics: createMetrics() });
  const feeds = Object.keys(behaviours).map((path) => ({
    name: path,
    url: `${server.url}${path}`,
    weight: 1,
  }));
  await planFetches(database, enqueue, feeds);
  await waitForFetches(Object.keys(behaviours), new Date(0));
}, 60_000);

afterAll(async () => {
  await gatherer?.stop();
  await server?.stop();
  await clone?.close();
});

describe("a format", () => {
  it.each([
    ["/rss091", 1],
    ["/rss10", 2],
    ["/rss20", 3],
    ["/atom", 4],
    ["/json", 5],
    ["/cdata", 6],
    ["/utf16", 12],
    ["/unknown-charset", 13],
    ["/gzip", 14],
    ["/redirect", 15],
    ["/unclosed", 19],
    ["/guid-as-link", 30],
  ])("%s is read", async (path, story) => {
    expect(await titlesOf(path)).toEqual([tellStory(story).title]);
    expect(feed(path)).toMatchObject({
      last_outcome: "new",
      failures: 0,
      last_error: null,
      new_articles: "1",
    });
  });

  it("with CDATA gives text without markup and scripts, and its image", async () => {
    const [article] = await articlesOf("/cdata");
    expect(article).toMatchObject({
      url: "https://outlet.example/6",
      description: "Bold words & more (/cdata)",
      image_url: "https://outlet.example/inside.png",
    });
  });

  it("with entities gives the letters that they stand for", async () => {
    const [article] = await articlesOf("/entities");
    expect(article).toMatchObject({
      title: "Café & bar chain Omicron takes €5 notes — and coins",
      url: "https://outlet.example/7?a=1&b=2",
    });
  });

  it("in windows-1251 is read, also when the header says UTF-8", async () => {
    expect(await titlesOf("/windows1251")).toEqual(["Крупный банк Гамма открыл хранилище"]);
    expect(await titlesOf("/lying-charset")).toEqual(["Министр Дельта запретил рекламу майнинга"]);
  });

  it("with relative links is resolved against where it came from", async () => {
    expect((await articlesOf("/relative"))[0]?.url).toBe(`${server.url}/news/8`);
  });

  it("with images gives the image and not the sound", async () => {
    expect((await articlesOf("/pictures"))[0]?.image_url).toBe("https://outlet.example/29.jpg");
    expect((await articlesOf("/json"))[0]?.image_url).toBe("https://outlet.example/5.png");
  });
});

describe("a date", () => {
  it.each(["/undated", "/future", "/nonsense-date"])("that cannot be is now: %s", async (path) => {
    const [article] = await articlesOf(path);
    const age = (article?.created_at.getTime() ?? 0) - (article?.published_at.getTime() ?? 0);
    expect(age).toBeGreaterThanOrEqual(0);
    expect(age).toBeLessThan(10_000);
  });

  it("of long ago is no news", async () => {
    expect(await titlesOf("/archive")).toEqual([tellStory(28).title]);
  });
});

describe("a server that misbehaves", () => {
  it.each([
    ["/redirect-loop", /redirects more than/],
    ["/redirect-private", /not public|address/i],
    ["/broken-server", /500/],
    ["/endless", /larger than/],
    ["/cut", /./],
    ["/html", /neither RSS nor Atom/],
    ["/page-of-pages", /names another page/],
    ["/empty", /neither RSS nor Atom/],
  ])("%s is noted and left alone for a while", async (path, reason) => {
    expect(feed(path)).toMatchObject({ last_outcome: "failed", is_enabled: true, new_articles: "0" });
    expect(feed(path).last_error).toMatch(reason);
    expect(feed(path).wait).toBeGreaterThanOrEqual(59);
    expect(await articlesOf(path)).toEqual([]);
  });

  it("is left alone longer each time", async () => {
    const first = feed("/broken-server").wait;
    await fetchAgain("/broken-server");
    expect(feed("/broken-server").failures).toBe(2);
    expect(feed("/broken-server").wait).toBeCloseTo(2 * first, 0);
  });

  it("is obeyed when it says when to come back", () => {
    expect(feed("/too-many").wait).toBeCloseTo(7_200, -1);
    expect(feed("/retry-date").wait).toBeGreaterThan(3_500);
    expect(feed("/retry-date").wait).toBeLessThan(3_700);
  });

  it("is never asked again when it says that the feed is gone", () => {
    expect(feed("/gone")).toMatchObject({ last_outcome: "gone", is_enabled: false });
  });

  it("cannot blow up the worker with entities or depth", async () => {
    const titles = await titlesOf("/bomb");
    expect(titles.join("").length).toBeLessThan(200);
    expect(await articlesOf("/deep")).toEqual([]);
    expect(feed("/deep").last_outcome).toMatch(/failed|nothing new/);
  });

  it("cannot lead to an address that is not public", () => {
    expect(server.requests.some(({ path }) => path.includes("secret"))).toBe(false);
    expect(feed("/redirect-private").last_error).not.toContain("127.0.0.1");
  });
});

describe("what was fetched before", () => {
  it("is asked for by its ETag and date, and a 304 changes nothing", async () => {
    expect(feed("/conditional")).toMatchObject({ last_outcome: "new", etag: '"v1"' });
    await fetchAgain("/conditional");
    expect(feed("/conditional")).toMatchObject({
      last_outcome: "unchanged",
      etag: '"v1"',
      new_articles: "1",
    });
    expect(server.requests.findLast(({ path }) => path === "/conditional")?.headers).toMatchObject({
      "if-none-match": '"v1"',
      "if-modified-since": "Sat, 01 Nov 2025 00:00:00 GMT",
    });
  });

  it("is not stored twice when its guid or its address changes", async () => {
    await fetchAgain("/guid-changes", "/url-changes", "/rss20");
    expect(await titlesOf("/guid-changes")).toEqual([tellStory(22).title]);
    expect(await titlesOf("/url-changes")).toEqual([tellStory(23).title]);
    expect(feed("/rss20")).toMatchObject({ last_outcome: "nothing new", new_articles: "1" });
  });

  it("is one article when its addresses differ in tracking only", async () => {
    expect(await titlesOf("/tracking")).toEqual([tellStory(24).title]);
  });

  it("is two articles when a feed gives one guid to both", async () => {
    expect((await titlesOf("/same-guid")).sort()).toEqual([tellStory(20).title, tellStory(90).title].sort());
  });

  it("comes more often from a feed with news and more rarely from one without", () => {
    expect(feed("/tracking").interval_in_s).toBeLessThan(900);
    expect(feed("/conditional").interval_in_s).toBeGreaterThan(Math.round(900 * 0.7));
  });
});

describe("a page", () => {
  it("that names its feed is gathered from there", async () => {
    expect(feed("/page").feed_url).toBe(`${server.url}/discovered`);
    expect(await titlesOf("/page")).toEqual([tellStory(18).title]);
  });
});

describe("items", () => {
  it("without a title or an honest link are left out", async () => {
    expect(await titlesOf("/bad-links")).toEqual([tellStory(26).title]);
  });
});
