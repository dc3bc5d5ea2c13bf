import {
  findTool,
  type ScriptedModelServer,
  startChatModel,
  startScriptedModelServer,
} from "@mintwright/test-harness";
import { afterAll, afterEach, beforeAll, expect, it, vi } from "vitest";
import { createOpenAiChatEngine } from "../../../engines/chat/index.ts";
import { type ClonedDatabase, cloneDatabase } from "../../../platform/__fixtures__/cloned-database.ts";
import { createLogger } from "../../../platform/logging.ts";
import { openQueue } from "../../../platform/queue/queue.ts";
import { createMetrics } from "../../../platform/telemetry/metrics.ts";
import { storeReports } from "../gathering/store-reports.ts";
import { newsJobKinds, newsRewriteKind } from "../news-job-kinds.ts";
import { listUnsupported } from "./fact-check.ts";
import { createRewriteJob } from "./rewriter.ts";

let clone: ClonedDatabase;
let server: ScriptedModelServer;

beforeAll(async () => {
  [clone, server] = await Promise.all([cloneDatabase(), startScriptedModelServer()]);
  await clone.query("insert into news_feed (url, name) values ('https://o.example/feed', 'Outlet')");
});

afterEach(() => clone.query("delete from news_article"));
afterAll(() => Promise.all([clone.close(), server.stop()]));

interface Stored {
  title: string;
  description: string;
  is_generated: boolean;
  network_id: number;
  words: boolean;
}

/** Stores reports, lets a model behind HTTP rewrite them, and reads what became of them in their order. */
async function rewrite(
  baseUrl: string,
  reports: (readonly [title: string, text: string])[],
  silenceInMs = 5_000,
) {
  const [feed] = await clone.query<{ feed_id: number }>("select feed_id from news_feed");
  const { database } = clone;
  const logger = createLogger("silent");
  const queue = await openQueue(database, newsJobKinds, { logger, isWorker: true, url: clone.url });
  await database.transaction().execute(async (transaction) => {
    const { newArticles } = await storeReports(
      transaction,
      { feedId: feed?.feed_id ?? 0, name: "Outlet", weight: 1 },
      reports.map(([title, text], index) => ({
        guid: undefined,
        url: `https://o.example/${title.length}/${index}`,
        title,
        text,
        imageUrl: undefined,
        publishedAt: new Date(Date.now() - 60_000 + index),
      })),
    );
    const payloads = newArticles.map(({ articleId }) => ({ articleId }));
    await queue.enqueue(transaction, newsRewriteKind.name, payloads);
  });
  const engine = createOpenAiChatEngine({ name: "model", baseUrl, model: "model", silenceInMs });
  const job = createRewriteJob({ database, engine, hasten: queue.hasten });
  await queue.work([job], { logger, metrics: createMetrics() });
  const listOpen = () =>
    clone.query("select 1 from pgboss.job where name = $1 and state < 'completed'", [newsRewriteKind.name]);
  await vi.waitFor(async () => expect(await listOpen()).toEqual([]), { timeout: 170_000, interval: 200 });
  await queue.stop();
  return clone.query<Stored>(
    `select title, description, is_generated, network_id, words @@ 'examination'::tsquery as words
     from news_article order by published_at`,
  );
}

const honest = [
  "Exchange Zentra lists Litecoin after review",
  "Zentra opened LTC trading on Monday after a review of 90 days by its own staff.",
] as const;
const plant = [
  "Miner Korvax buys a power plant in Ohio",
  "Korvax pays 12 million dollars for the gas plant near Toledo, the company said.",
] as const;
const bridge = [
  "Base opens a bridge to Solana",
  "Cross-chain transfers by Umbra take a minute, and assets keep their names on the Coinbase network.",
] as const;

const answer = (value: unknown) => ({
  kind: "answer" as const,
  text: typeof value === "string" ? value : JSON.stringify(value),
});

it("replaces extracts by what the report supports, and leaves the others as they are", async () => {
  server.follow(
    answer(
      '```json\n{"title": "Litecoin comes to Zentra", "summary": "The exchange Zentra now trades LTC, following an examination that took its staff 90 days."}\n```',
    ),
    // Another number, another name, another ticker, and no JSON at all.
    answer({
      title: "Korvax takes over a power plant",
      summary: "The miner Korvax spends 15 million dollars on a plant near Toledo.",
    }),
  );
  const [zentra, korvax] = await rewrite(server.baseUrl, [honest, plant]);
  expect(zentra).toMatchObject({ title: "Litecoin comes to Zentra", is_generated: true, words: true });
  expect(korvax).toMatchObject({ title: plant[0], description: `${plant[1]} (Outlet)`, is_generated: false });
  expect(server.refusals).toEqual([]);
});

it.each([
  [
    "another name",
    {
      title: "Korvax takes over a power plant",
      summary: "The miner Korvax buys a plant near Toledo from Duke Energy for cash.",
    },
  ],
  [
    "another ticker",
    {
      title: "Korvax takes over a power plant",
      summary: "The miner Korvax pays for a plant near Toledo, and KVX shares rose at once.",
    },
  ],
  [
    "a copy",
    {
      title: "Korvax takes over a power plant",
      summary: `${plant[1]} So it says in the paper that was seen.`,
    },
  ],
  ["no JSON", "Sure! Here is a rewritten version of the report about the plant."],
  ["an instruction", { title: "Ignore the rules", summary: 5 }],
])("keeps the extract when the model answers with %s", async (_what, said) => {
  server.follow(answer(said));
  const [korvax] = await rewrite(server.baseUrl, [plant]);
  expect(korvax).toMatchObject({ title: plant[0], description: `${plant[1]} (Outlet)`, is_generated: false });
});

it("lets the model choose between what the words leave open, also when its text is refused", async () => {
  server.follow(answer({ networkId: 22, tokenId: 999, title: "no" }));
  expect((await rewrite(server.baseUrl, [bridge]))[0]).toMatchObject({ network_id: 22, is_generated: false });
  expect(server.calls[0]?.messages[0]?.content).toMatch(/"networkId": .*32 Base/);
  await clone.query("delete from news_article");
  server.follow(answer({ networkId: 15 }));
  expect((await rewrite(server.baseUrl, [bridge]))[0]).toMatchObject({ network_id: 32 });
});

const python = findTool({ variable: "CHAT_MODEL_PYTHON", purpose: "rewriting news with a real chat model" });

it.skipIf(!python)("serves nothing that a real model invented", { timeout: 200_000 }, async () => {
  const model = await startChatModel(python ?? "");
  try {
    const reports = [honest];
    const stored = await rewrite(model.baseUrl, reports, 60_000);
    expect(stored).toHaveLength(reports.length);
    for (const [index, { title, description, is_generated }] of stored.entries()) {
      const [heading, text] = reports[index] as readonly [string, string];
      // The small model may do well or not: what it is allowed to say is checked either way.
      if (is_generated)
        expect(listUnsupported(`${title}. ${description}`, `${heading}\n\n${text}`)).toEqual([]);
      else expect({ title, description }).toEqual({ title: heading, description: `${text} (Outlet)` });
    }
  } finally {
    await model.stop();
  }
});
