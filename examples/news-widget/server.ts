import { readFileSync } from "node:fs";
import { createServer } from "node:http";
import { Mintwright } from "@mintwright/sdk";

const {
  MINTWRIGHT_URL = "http://localhost:3001",
  MINTWRIGHT_KEY,
  PORT = "8098",
  TOPIC = "bitcoin",
} = process.env;
const mintwright = new Mintwright({ baseUrl: MINTWRIGHT_URL, apiKey: MINTWRIGHT_KEY });
const page = readFileSync(new URL("index.html", import.meta.url));
const keptInMs = 60_000;
let kept: { until: number; text: string } | undefined;

/** One paid call a minute, however many visitors there are. The key stays on this server. */
async function readNews(): Promise<string> {
  if (kept && kept.until > Date.now()) return kept.text;
  const articles: object[] = [];
  for await (const { title, url, pubDate } of mintwright.news.list({ searchQuery: TOPIC, limit: 10 })) {
    articles.push({ title, url, pubDate });
    if (articles.length === 5) break;
  }
  kept = { until: Date.now() + keptInMs, text: JSON.stringify(articles) };
  return kept.text;
}

createServer(async (request, response) => {
  if (request.url !== "/news.json") return response.setHeader("content-type", "text/html").end(page);
  try {
    response.setHeader("content-type", "application/json").end(await readNews());
  } catch (error) {
    response.writeHead(502).end(String(error));
  }
}).listen(Number(PORT), () => process.stdout.write(`News about ${TOPIC}: http://localhost:${PORT}\n`));
