import type { Command } from "commander";
import type { FeedStatus } from "../features/news/index.ts";
import { printAnswer } from "./parse-arguments.ts";
import { withDatabase } from "./with-database.ts";

function describeFeed(feed: FeedStatus): string {
  const when = (moment: Date | null) => moment?.toISOString() ?? "never";
  const lines = [
    `${feed.name}${feed.isEnabled ? "" : " (disabled)"}`,
    `  ${feed.url}${feed.feedUrl ? `, found at ${feed.feedUrl}` : ""}`,
    `  last fetch ${when(feed.lastFetchedAt)}: ${feed.lastOutcome ?? "none yet"}; last success ${when(feed.lastSuccessAt)}`,
    `  ${feed.newArticles} new articles, ${feed.mergedReports} reports of known stories, ${feed.fetches} fetches`,
    `  next fetch ${when(feed.dueAt)}, every ${feed.intervalInSeconds} s`,
  ];
  if (feed.lastError) lines.push(`  ${feed.failures} failures in a row: ${feed.lastError}`);
  return lines.join("\n");
}

export function addNewsCommands(admin: Command): void {
  admin
    .command("feeds")
    .description("show every news feed: last fetch, errors, new articles; failing feeds first")
    .argument("[name]", "only feeds whose name or URL contains this")
    .option("--json", "print JSON")
    .action((name: string | undefined, options: { json?: boolean }) =>
      withDatabase(async (database) => {
        const wanted = (name ?? "").toLowerCase();
        const { listFeeds } = await import("../features/news/index.ts");
        const feeds = (await listFeeds(database)).filter((feed) =>
          `${feed.name} ${feed.url}`.toLowerCase().includes(wanted),
        );
        const none = "No feeds. Set news.gather to true in mintwright.yaml and start a worker.";
        printAnswer(feeds, feeds.map(describeFeed).join("\n\n") || none, options);
      }),
    );
  admin
    .command("news-samples")
    .description("store fictional sample articles of every category, to try the news without fetching feeds")
    .option("--json", "print JSON")
    .action((options: { json?: boolean }) =>
      withDatabase(async (database) => {
        const { loadNewsSamples } = await import("../features/news/index.ts");
        const stored = await loadNewsSamples(database);
        printAnswer(
          { stored },
          stored > 0 ? `Stored ${stored} sample articles.` : "The sample articles are already stored.",
          options,
        );
      }),
    );
}
