import { parseFeed } from "feedsmith";
import { parseFeed as parseBrokenFeed } from "htmlparser2";
import { toPlainContent } from "./plain-text.ts";

/** One entry of a feed. */
export interface FeedItem {
  guid: string | undefined;
  url: string;
  title: string;
  text: string;
  imageUrl: string | undefined;
  publishedAt: Date | undefined;
}

/** A document is no feed, not even a broken one. */
export class NotAFeedError extends Error {
  override readonly name = "NotAFeedError";
}

const maxItems = 500;
/** Unclosed elements of a broken feed count as well, some in each item. */
const maxDepth = 5_000;
const maxTitleCharacters = 300;
const maxTextCharacters = 4_000;

interface RawItem {
  guid?: string | undefined;
  link?: string | undefined;
  title?: string | undefined;
  html?: string | undefined;
  images?: (string | undefined)[];
  date?: string | Date | undefined;
}

/** Reads RSS 0.9 to 2.0, RDF, Atom and JSON Feed, and as much as can be had of a broken one. */
export function readFeed(document: string, feedUrl: string): FeedItem[] {
  const items = listRawItems(document).slice(0, maxItems);
  return items.flatMap((item) => toFeedItem(item, feedUrl) ?? []);
}

function listRawItems(document: string): RawItem[] {
  try {
    return listParsedItems(document);
  } catch {
    const broken = isTooDeep(document) ? null : parseBrokenFeed(document, { xmlMode: true });
    if (!broken) throw new NotAFeedError("The document is neither RSS nor Atom nor JSON Feed.");
    return broken.items.map((item) => ({
      guid: item.id,
      link: item.link,
      title: item.title,
      html: item.description,
      images: item.media
        .filter(({ medium, type }) => medium === "image" || type?.startsWith("image/"))
        .map(({ url }) => url),
      date: item.pubDate,
    }));
  }
}

/** No feed is nested like this, and reading a tree of it takes minutes. */
function isTooDeep(document: string): boolean {
  let [depth, deepest] = [0, 0];
  for (const [tag] of document.matchAll(/<\/?[A-Za-z][^\s/>]*/g)) {
    depth += tag.startsWith("</") ? -1 : 1;
    deepest = Math.max(deepest, depth);
    if (deepest > maxDepth) return true;
  }
  return false;
}

function listParsedItems(document: string): RawItem[] {
  const { format, feed } = parseFeed(document);
  switch (format) {
    case "json":
      return (feed.items ?? []).map((item) => ({
        guid: item.id,
        link: item.url ?? item.external_url,
        title: item.title,
        html: item.summary ?? item.content_html ?? item.content_text,
        images: [item.image, item.banner_image],
        date: item.date_published ?? item.date_modified,
      }));
    case "atom":
      return (feed.entries ?? []).map((entry) => ({
        guid: entry.id,
        link: (entry.links?.find(({ rel }) => rel === undefined || rel === "alternate") ?? entry.links?.[0])
          ?.href,
        title: textOf(entry.title),
        html: textOf(entry.summary) ?? textOf(entry.content),
        images: [...imagesOf(entry.media), toPlainContent(textOf(entry.content) ?? "").firstImage],
        date: entry.published ?? entry.updated,
      }));
    default:
      return (feed.items ?? []).map((item) => {
        const rss = item as {
          guid?: { value?: string; isPermaLink?: boolean };
          link?: string;
          title?: string;
          description?: string;
          pubDate?: string;
          content?: { encoded?: string };
          dc?: { date?: string; dates?: string[] };
          enclosures?: { url?: string; type?: string }[];
          media?: unknown;
        };
        const guid = rss.guid?.value;
        return {
          guid,
          link:
            rss.link ?? (rss.guid?.isPermaLink !== false && guid && /^https?:/.test(guid) ? guid : undefined),
          title: rss.title,
          html: rss.description ?? rss.content?.encoded,
          images: [
            ...imagesOf(rss.media),
            ...(rss.enclosures ?? []).filter(({ type }) => type?.startsWith("image/")).map(({ url }) => url),
            toPlainContent(rss.content?.encoded ?? "").firstImage,
          ],
          date: rss.pubDate ?? rss.dc?.date ?? rss.dc?.dates?.[0],
        };
      });
  }
}

function textOf(value: unknown): string | undefined {
  if (typeof value === "string") return value;
  const text = (value as { value?: unknown } | undefined)?.value;
  return typeof text === "string" ? text : undefined;
}

function imagesOf(media: unknown): (string | undefined)[] {
  const { contents, thumbnails } = (media ?? {}) as {
    contents?: { url?: string; medium?: string; type?: string }[];
    thumbnails?: { url?: string }[];
  };
  const images = (contents ?? []).filter(
    ({ medium, type }) => medium === "image" || type?.startsWith("image/") || (!medium && !type),
  );
  return [...images, ...(thumbnails ?? [])].map(({ url }) => url);
}

function resolveHttp(address: string | undefined, base: string): string | undefined {
  const url = address ? URL.parse(address.trim(), base) : null;
  return url && /^https?:$/.test(url.protocol) && url.href.length <= 2_000 ? url.href : undefined;
}

function toFeedItem(item: RawItem, feedUrl: string): FeedItem | undefined {
  const url = resolveHttp(item.link, feedUrl);
  const title = toPlainContent(item.title ?? "")
    .text.slice(0, maxTitleCharacters)
    .toWellFormed();
  if (!url || title === "") return undefined;
  const { text, firstImage } = toPlainContent(item.html ?? "");
  const date = item.date ? new Date(item.date) : undefined;
  return {
    guid: item.guid?.trim().slice(0, 500) || undefined,
    url,
    title,
    text: text.slice(0, maxTextCharacters).toWellFormed(),
    imageUrl: [...(item.images ?? []), firstImage].map((image) => resolveHttp(image, url)).find(Boolean),
    publishedAt: date && !Number.isNaN(date.getTime()) ? date : undefined,
  };
}
