import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { readStories } from "./stories.ts";

/** A request that the server got. */
export interface FeedRequest {
  path: string;
  headers: IncomingMessage["headers"];
}

/** Answers a request for a feed; `visit` counts from 1. */
export type FeedHandler = (response: ServerResponse, request: FeedRequest, visit: number) => void;

/** A server of feeds that behave as real ones do. */
export interface FeedServer {
  url: string;
  address: string;
  requests: FeedRequest[];
  on(path: string, handler: FeedHandler): string;
  stop(): Promise<void>;
}

/** Starts the server on a free port. */
export async function startFeedServer(): Promise<FeedServer> {
  const handlers = new Map<string, FeedHandler>();
  const requests: FeedRequest[] = [];
  const server = createServer((message, response) => {
    const request = { path: message.url ?? "", headers: message.headers };
    requests.push(request);
    const handler = handlers.get(request.path);
    const visit = requests.filter(({ path }) => path === request.path).length;
    if (handler) handler(response, request, visit);
    else response.writeHead(404).end();
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const address = `127.0.0.1:${(server.address() as AddressInfo).port}`;
  return {
    url: `http://${address}`,
    address,
    requests,
    on(path, handler) {
      handlers.set(path, handler);
      return `http://${address}${path}`;
    },
    async stop() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

const firstVersions = [
  ...new Map(readStories().map((version) => [version.story, version] as const)).values(),
];

/** A story that no other number tells. */
export function tellStory(number: number): { title: string; text: string } {
  const version = firstVersions[number % firstVersions.length];
  return { title: version?.title ?? "", text: version?.summary ?? "" };
}

/** Escapes text for XML. */
export function escapeXml(text: string): string {
  return text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;");
}

/** An item of RSS 2.0 about a story. */
export function writeItem(
  story: number,
  {
    link = `https://outlet.example/${story}`,
    guid = `guid-${story}`,
    date = new Date(Date.now() - 60_000).toUTCString(),
    extra = "",
  } = {},
): string {
  const { title, text } = tellStory(story);
  return `<item><title>${escapeXml(title)}</title><link>${escapeXml(link)}</link><description>${escapeXml(text)}</description>${
    guid && `<guid isPermaLink="false">${guid}</guid>`
  }${date && `<pubDate>${date}</pubDate>`}${extra}</item>`;
}

/** An RSS 2.0 document. */
export function writeRss(items: string, { encoding = "UTF-8", prolog = "" } = {}): string {
  return `<?xml version="1.0" encoding="${encoding}"?>${prolog}<rss version="2.0" xmlns:media="http://search.yahoo.com/mrss/" xmlns:dc="http://purl.org/dc/elements/1.1/"><channel><title>Outlet</title><link>https://outlet.example/</link><description>d</description>${items}</channel></rss>`;
}
