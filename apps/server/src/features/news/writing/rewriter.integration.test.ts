import { afterAll, beforeAll, expect, it, vi } from "vitest";
import type { ChatEngine } from "../../../engines/chat/index.ts";
import { type ClonedDatabase, cloneDatabase } from "../../../platform/__fixtures__/cloned-database.ts";
import { createLogger } from "../../../platform/logging.ts";
import { storeReports } from "../gathering/store-reports.ts";
import { startRewriter } from "./rewriter.ts";

let clone: ClonedDatabase;

beforeAll(async () => {
  clone = await cloneDatabase();
});

afterAll(() => clone.close());

const reports = {
  honest: [
    "Exchange Zentra lists Litecoin after review",
    "Zentra opened LTC trading on Monday after a review of 90 days by its own staff.",
  ],
  liar: [
    "Miner Korvax buys a power plant in Ohio",
    "Korvax pays 12 million dollars for the gas plant near Toledo, the company said.",
  ],
  babbler: [
    "Bridge Umbra pauses withdrawals for maintenance",
    "Umbra engineers replace relays, and deposits stay open for the whole time.",
  ],
} as const;

/** Answers as models do: one keeps to the facts, one invents, one does not answer in JSON. */
const answers: Record<string, string> = {
  Zentra:
    '```json\n{"title": "Litecoin comes to Zentra", "summary": "The exchange Zentra now trades LTC, following an examination that took its staff 90 days."}\n```',
  Korvax:
    '{"title": "Korvax takes over a power plant", "summary": "The miner Korvax spends 15 million dollars on a plant that belonged to Duke Energy."}',
  Umbra: "Sure! Here is a rewritten version of the report about the bridge.",
};

it("replaces extracts by what the report supports, and leaves the others as they are", async () => {
  const [feed] = await clone.query<{ feed_id: number }>(
    "insert into news_feed (url, name) values ('https://o.example/feed', 'Outlet') returning feed_id",
  );
  await clone.database.transaction().execute((transaction) =>
    storeReports(
      transaction,
      { feedId: feed?.feed_id ?? 0, name: "Outlet" },
      Object.values(reports).map(([title, text], index) => ({
        guid: undefined,
        url: `https://o.example/${index}`,
        title,
        text,
        imageUrl: undefined,
        publishedAt: undefined,
      })),
      { wantsRewriting: true },
    ),
  );
  const engine: Pick<ChatEngine, "complete"> = {
    async complete({ messages }) {
      const asked = messages.at(-1)?.content ?? "";
      return { text: Object.entries(answers).find(([name]) => asked.includes(name))?.[1] ?? "" };
    },
  };
  const rewriter = startRewriter({ database: clone.database, engine, logger: createLogger("silent") });
  await vi.waitFor(async () => expect(await clone.query("select 1 from news_rewrite")).toEqual([]), {
    timeout: 10_000,
  });
  await rewriter.stop();
  const stored = await clone.query<{ title: string; is_generated: boolean }>(
    "select title, is_generated from news_article order by url",
  );
  expect(stored).toEqual([
    { title: "Litecoin comes to Zentra", is_generated: true },
    { title: reports.liar[0], is_generated: false },
    { title: reports.babbler[0], is_generated: false },
  ]);
  const [found] = await clone.query<{ found: number }>(
    "select count(*)::int as found from news_article where words @@ 'examination'::tsquery",
  );
  expect(found?.found).toBe(1);
});
