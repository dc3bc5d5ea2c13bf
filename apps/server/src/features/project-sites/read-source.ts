import robotsParser from "robots-parser";
import type { Outbound } from "../../platform/outbound/index.ts";
import { type DocumentBounds, startDocumentReader } from "./documents/index.ts";
import { fetchPage } from "./fetch-page.ts";
import { PageUnreadError } from "./project-sites.errors.ts";
import type { PageDraft, StoredPage } from "./project-sites.repository.ts";

/** The named page and those it links to, not an archive of the site. */
const maxPages = 12;
const pagesAtOnce = 3;
const userAgent = "Mintwright";
// Its types describe an ES module, but the package is a CommonJS function.
const parseRobots = robotsParser as unknown as typeof robotsParser.default;

const documentBounds: DocumentBounds = {
  maxResidentBytes: 400 * 1024 * 1024,
  timeoutInMs: 15_000,
  maxLifeInMs: 60_000,
};

/**
 * Reads a page and, breadth first, the pages of the same site that it leads to. The named page is read because its
 * owner named it; the others only where robots.txt lets us. Fails when the named page cannot be read; of the
 * others, those that cannot be read are left out.
 */
export async function readSource(
  { outbound, signal }: { outbound: Outbound; signal: AbortSignal },
  url: string,
  stored: readonly StoredPage[],
): Promise<PageDraft[]> {
  await using reader = startDocumentReader(documentBounds);
  const parts = { outbound, reader, signal };
  const first = await fetchPage(parts, url, stored[0]);
  const knownPages = new Map(stored.map((page) => [page.url, page]));
  const pages = new Map([[first.url, first]]);
  const waiting = [...first.links];
  const seen = new Set([url, first.url]);
  let underWay = 0;

  async function followLinks(isAllowed: (link: string) => boolean): Promise<void> {
    while (pages.size + underWay < maxPages) {
      const link = waiting.shift();
      if (link === undefined) return;
      if (seen.has(link) || !isAllowed(link)) continue;
      seen.add(link);
      underWay++;
      const page = await fetchPage(parts, link, knownPages.get(link)).catch(forgiveUnread);
      underWay--;
      // A link may lead on to another site, whose owner named nothing.
      if (!page || new URL(page.url).origin !== new URL(first.url).origin) continue;
      pages.set(page.url, page);
      waiting.push(...page.links);
    }
  }

  if (waiting.length > 0) {
    const isAllowed = await readRobots(outbound, first.url, signal);
    await Promise.all(Array.from({ length: pagesAtOnce }, () => followLinks(isAllowed)));
  }
  return dropRepeatedPassages([...pages.values()]);
}

/** Of the linked pages those count that could be read in time; the named one is at hand by then. */
function forgiveUnread(error: unknown): undefined {
  const isTimeUp = error instanceof DOMException && error.name === "TimeoutError";
  if (!(error instanceof PageUnreadError) && !isTimeUp) throw error;
}

/** As RFC 9309 says: a site without rules allows everything, one whose rules cannot be had allows nothing. */
async function readRobots(
  outbound: Outbound,
  pageUrl: string,
  signal: AbortSignal,
): Promise<(link: string) => boolean> {
  const url = new URL("/robots.txt", pageUrl).href;
  const response = await outbound
    .fetch(url, { maxBytes: 500 * 1024, timeoutInMs: 5_000, signal })
    .catch(() => undefined);
  if (!response || response.status >= 500 || response.status === 429) return () => false;
  if (response.status !== 200) return () => true;
  const robots = parseRobots(url, response.body.toString());
  return (link) => robots.isAllowed(link, userAgent) ?? true;
}

/** Drops passages that other pages repeat, such as footers and banners. */
function dropRepeatedPassages(pages: PageDraft[]): PageDraft[] {
  const seen = new Set<string>();
  return pages.map(({ passages, ...page }) => {
    if (!passages) return page;
    const drafts = passages.drafts.filter(({ body }) => !seen.has(body) && seen.add(body));
    return { ...page, passages: { ...passages, drafts } };
  });
}
