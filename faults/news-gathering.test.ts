import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { createServer, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import {
  assertLedgerAddsUp,
  createDatabase,
  type RunningProcess,
  startProcess,
  type TestDatabase,
} from "@mintwright/test-harness";
import { afterAll, beforeAll, expect, inject, it, vi } from "vitest";
import { report } from "./report.ts";

const feedCount = 12;
const itemsPerFeed = 5;

// Invented words, no two alike, so that no two of these articles could be one story.
const syllables = ["ba", "ko", "ri", "mu", "ze", "la", "ti", "no", "pe", "ga", "su", "vi"];
const word = (seed: number) =>
  [seed, seed * 7 + 3, seed * 13 + 5, seed * 29 + 11].map((n) => syllables[n % syllables.length]).join("");
const titleOf = (feed: number, item: number) => {
  const seed = feed * 1_000 + item * 37;
  return `${word(seed)}x${seed} ${word(seed + 401)}y${seed} ${word(seed + 802)}z${seed}`;
};

let database: TestDatabase;
let folder: string;
let configFile: string;
let openRequests: ServerResponse[] = [];
let isHolding = true;
const server = createServer((request, response) => {
  const feed = Number(/\d+/.exec(request.url ?? "")?.[0]);
  if (isHolding) openRequests.push(response);
  const items = Array.from({ length: itemsPerFeed }, (_, item) => {
    const title = titleOf(feed, item);
    return `<item><title>${title}</title><link>https://outlet.example/${feed}/${item}</link><description>${title}</description></item>`;
  });
  const body = `<?xml version="1.0"?><rss version="2.0"><channel><title>f</title>${items.join("")}</channel></rss>`;
  response.writeHead(200, { "content-type": "text/xml", etag: `"${feed}"` });
  // Slow enough that a worker dies in the middle of it.
  setTimeout(() => response.end(body), isHolding ? 700 : 0);
});

const startWorker = (): Promise<RunningProcess> =>
  startProcess("worker", { DATABASE_URL: database.url, MINTWRIGHT_CONFIG: configFile, LOG_LEVEL: "info" });

beforeAll(async () => {
  database = await createDatabase(inject("databaseServerUrl"), inject("databaseTemplate"));
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const address = `127.0.0.1:${(server.address() as AddressInfo).port}`;
  folder = mkdtempSync(join(tmpdir(), "mintwright-news-"));
  configFile = join(folder, "mintwright.yaml");
  const feeds = Array.from({ length: feedCount }, (_, feed) => ({
    name: `Feed ${feed}`,
    url: `http://${address}/${feed}`,
  }));
  writeFileSync(
    configFile,
    JSON.stringify({
      news: { gather: true, feeds, minIntervalInSeconds: 1 },
      outbound: { allow: [address] },
    }),
  );
});

afterAll(async () => {
  server.closeAllConnections();
  server.close();
  rmSync(folder, { recursive: true });
  await assertLedgerAddsUp(database.url);
  await database.drop();
});

it("loses no article and stores none twice when two workers are killed in turn", {
  timeout: 180_000,
}, async () => {
  const workers = await Promise.all([startWorker(), startWorker()]);
  for (const worker of workers) {
    // The second worker may have to wait until the fetches of the first one restart, which takes up to 30 seconds.
    await vi.waitFor(() => expect(openRequests.length).toBeGreaterThan(0), { timeout: 35_000, interval: 20 });
    await worker.kill();
    openRequests = [];
  }
  isHolding = false;
  const [halfway] = await database.query<{ articles: number }>(
    "select count(*)::int as articles from news_article",
  );
  const last = await startWorker();
  await vi.waitFor(
    async () => {
      const waiting = await database.query("select name from news_feed where last_success_at is null");
      expect(waiting).toEqual([]);
    },
    { timeout: 60_000, interval: 200 },
  );
  expect(await last.stop()).toBe(0);
  const stored = await database.query<{ url: string; times: number }>(
    "select url, count(*)::int as times from news_article group by url order by url",
  );
  report(`news gathering: ${halfway?.articles} articles before the last worker, ${stored.length} after it`);
  expect(stored).toHaveLength(feedCount * itemsPerFeed);
  expect(stored.filter(({ times }) => times !== 1)).toEqual([]);
  const [counted] = await database.query<{ articles: string }>(
    "select articles from news_count where category_id = -1 and network_id = -1 and token_id = -1",
  );
  expect(Number(counted?.articles)).toBe(feedCount * itemsPerFeed);
});
