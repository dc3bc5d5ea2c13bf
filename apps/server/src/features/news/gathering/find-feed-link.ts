import { Parser } from "htmlparser2";

const feedTypes = new Set([
  "application/rss+xml",
  "application/atom+xml",
  "application/feed+json",
  "application/json",
]);

/** Finds the feed that a web page names in its head. */
export function findFeedLink(html: string, pageUrl: string): string | undefined {
  let found: string | undefined;
  const parser = new Parser({
    onopentag(name, { rel, type, href }) {
      if (name !== "link" || found || !href || !/\balternate\b/i.test(rel ?? "")) return;
      if (!feedTypes.has((type ?? "").toLowerCase())) return;
      const url = URL.parse(href, pageUrl);
      if (url && /^https?:$/.test(url.protocol)) found = url.href;
    },
  });
  parser.write(html.slice(0, 500_000));
  parser.end();
  return found;
}
