import { createHash } from "node:crypto";
import { once } from "node:events";
import { createServer, type RequestListener } from "node:http";
import { createServer as createSecureServer } from "node:https";
import type { AddressInfo } from "node:net";
import { type SitePage, sitePages } from "./site-text.ts";
import { printWhitePaper } from "./white-paper-pdf.ts";

export interface ServedFile {
  type: string;
  body: Buffer | string;
}

export interface SiteRequest {
  path: string;
  isConditional: boolean;
}

/** A project's website with its white paper, on the loopback address. */
export interface ProjectSite {
  origin: string;
  /** `host:port`, in the form that the outbound allow list takes. */
  authority: string;
  websiteUrl: string;
  whitePaperUrl: string;
  /** Files by path. A test can add, change and remove some. */
  files: Map<string, ServedFile>;
  /** Paths that never respond. */
  silent: Set<string>;
  /** Paths that redirect. */
  redirects: Map<string, string>;
  /** Every request, oldest first. */
  requests: SiteRequest[];
  stop(): Promise<void>;
}

const navigation = sitePages.map(({ path, title }) => `<li><a href="${path}">${title}</a></li>`).join("");

/** Writes a page like a site generator: with scripts, styles and menus around the text. */
export function writeSitePage({ title, sections }: SitePage): string {
  const main = sections
    .map(
      ({ heading, paragraphs }) =>
        `<section class="block"><h2>${heading}</h2>${paragraphs.map((text) => `<p>${text}</p>`).join("\n")}</section>`,
    )
    .join("\n");
  return `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><title>${title} | Saltmarsh</title>
<style>.block { color: #123; content: "stylesheet words" }</style>
<script>window.analytics = { key: "script words" };</script></head>
<body><header><a href="/"><img src="/logo.svg" alt="Saltmarsh"></a></header>
<nav><ul>${navigation}<li><a href="https://elsewhere.example/">menu words</a></li></ul></nav>
<main><h1>${title}</h1>${main}</main>
<footer><p>Saltmarsh Foundation. All texts may be reused.</p><a href="/brochure.zip">Press kit</a></footer>
<script src="/app.js"></script></body></html>`;
}

/** Serves the website and the white paper with validators, as a static host does; with a certificate over HTTPS. */
export async function startProjectSite(tls?: { cert: Buffer; key: Buffer }): Promise<ProjectSite> {
  const files = new Map<string, ServedFile>(
    sitePages.map((page) => [page.path, { type: "text/html; charset=utf-8", body: writeSitePage(page) }]),
  );
  files.set("/white-paper.pdf", { type: "application/pdf", body: await printWhitePaper() });
  const silent = new Set<string>();
  const redirects = new Map<string, string>();
  const requests: SiteRequest[] = [];
  const answer: RequestListener = (request, response) => {
    const path = request.url ?? "/";
    requests.push({ path, isConditional: request.headers["if-none-match"] !== undefined });
    if (silent.has(path)) return;
    const location = redirects.get(path);
    if (location) {
      response.writeHead(302, { location }).end();
      return;
    }
    const file = files.get(path);
    if (!file) {
      response.writeHead(404, { "content-type": "text/plain" }).end("There is no such page.");
      return;
    }
    const etag = `"${createHash("sha256").update(file.body).digest("base64url")}"`;
    if (request.headers["if-none-match"] === etag) response.writeHead(304, { etag }).end();
    else response.writeHead(200, { "content-type": file.type, etag }).end(file.body);
  };
  const server = tls ? createSecureServer(tls, answer) : createServer(answer);
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const authority = `127.0.0.1:${(server.address() as AddressInfo).port}`;
  const origin = `${tls ? "https" : "http"}://${authority}`;
  return {
    origin,
    authority,
    websiteUrl: `${origin}/`,
    whitePaperUrl: `${origin}/white-paper.pdf`,
    files,
    silent,
    redirects,
    requests,
    async stop() {
      server.closeAllConnections();
      server.close();
      await once(server, "close");
    },
  };
}
