import { type Outbound, OutboundError } from "../../platform/outbound/index.ts";
import type { ReadDocument } from "./documents/document.ts";
import { type DocumentReader, UnreadableDocumentError } from "./documents/index.ts";
import { chooseSearchConfiguration } from "./language.ts";
import { splitIntoPassages } from "./passages.ts";
import { PageUnreadError } from "./project-sites.errors.ts";
import type { PageDraft, StoredPage } from "./project-sites.repository.ts";

const maxBytes = 16 * 1024 * 1024;
const timeoutInMs = 10_000;
const refusals: ReadonlySet<string> = new Set([
  "url_invalid",
  "url_scheme",
  "url_credentials",
  "url_port",
  "address_not_public",
]);

/** Fetches one page, or learns that it is as it was, and reads it. Fails with PageUnreadError. */
export async function fetchPage(
  { outbound, reader, signal }: { outbound: Outbound; reader: DocumentReader; signal: AbortSignal },
  url: string,
  stored: StoredPage | undefined,
): Promise<PageDraft> {
  const response = await outbound
    .fetch(url, {
      maxBytes,
      timeoutInMs,
      signal,
      headers: {
        accept: "text/html, application/pdf;q=0.9, text/*;q=0.8, */*;q=0.1",
        ...(stored?.etag && { "if-none-match": stored.etag }),
        ...(stored?.lastModified && { "if-modified-since": stored.lastModified }),
      },
    })
    .catch((error: unknown) => {
      if (!(error instanceof OutboundError)) throw error;
      throw new PageUnreadError(error.message, { isRefused: refusals.has(error.code), cause: error });
    });
  if (response.status === 304 && stored) return stored;
  if (response.status !== 200) throw new PageUnreadError(`Its server answered ${response.status}.`);
  const { headers, body } = response;
  const document = await readDocument(reader, body, headers["content-type"] ?? "");
  return {
    url: response.url,
    etag: headers.etag?.slice(0, 1_000) ?? null,
    lastModified: headers["last-modified"]?.slice(0, 100) ?? null,
    links: chooseSiteLinks(document.links, response.url).slice(0, 100),
    passages: {
      language: chooseSearchConfiguration(document.language),
      drafts: splitIntoPassages(document),
    },
  };
}

async function readDocument(
  reader: DocumentReader,
  bytes: Buffer,
  contentType: string,
): Promise<ReadDocument> {
  try {
    return await reader.read({ bytes, contentType });
  } catch (cause) {
    if (!(cause instanceof UnreadableDocumentError)) throw cause;
    throw new PageUnreadError(`${cause.message.charAt(0).toUpperCase()}${cause.message.slice(1)}.`, {
      cause,
    });
  }
}

/** Files that are linked on sites and have no text to read. */
const otherFiles =
  /\.(?:png|jpe?g|gif|webp|avif|svg|ico|mp[34]|webm|mov|wav|zip|gz|tar|dmg|exe|apk|css|js|json|xml|rss|woff2?|docx?|xlsx?|pptx?)$/i;

/** Chooses the pages of the same site that a page links to, in order, without repetition. */
function chooseSiteLinks(links: readonly string[], pageUrl: string): string[] {
  const page = new URL(pageUrl);
  const chosen = new Set<string>();
  for (const link of links) {
    const url = URL.parse(link, page.href);
    if (!url || url.origin !== page.origin || url.username !== "" || otherFiles.test(url.pathname)) continue;
    url.hash = "";
    if (url.href !== page.href) chosen.add(url.href);
  }
  return [...chosen];
}
