import { readFileSync } from "node:fs";
import { gzipSync } from "node:zlib";
import apiReference from "@scalar/fastify-api-reference";
import type { FastifyInstance } from "fastify";
import { packageFolder } from "../../platform/package-folder.ts";
import { type ReferenceDocument, writeReference } from "./write-reference.ts";

const files = {
  "/docs/palette.css": ["pages/palette.css", "text/css; charset=utf-8"],
  "/docs/fonts.css": ["pages/fonts.css", "text/css; charset=utf-8"],
  "/docs/reference.css": ["pages/reference.css", "text/css; charset=utf-8"],
  "/docs/mark.svg": ["pages/mark.svg", "image/svg+xml"],
  "/docs/geist.woff2": ["artifacts/fonts/geist.woff2", "font/woff2"],
  "/docs/geist-mono.woff2": ["artifacts/fonts/geist-mono.woff2", "font/woff2"],
} as const;

/** The page has no scripts and loads nothing from elsewhere. */
const pagePolicy =
  "default-src 'none'; style-src 'self'; img-src 'self'; font-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

// No outside resources: the explorer must work offline, and must not reveal its readers to others.
const explorerPolicy = [
  "default-src 'self'",
  "script-src 'self' 'unsafe-inline'",
  "style-src 'self' 'unsafe-inline'",
  "img-src 'self' data: blob:",
  "font-src 'self' data:",
].join("; ");

/** Serves the API reference, and on demand an explorer of 4 MB of script that also sends requests. */
export function registerReference(app: FastifyInstance, document: ReferenceDocument): void {
  const page = writeReference(document);
  const compressed = gzipSync(page);
  app.get("/docs", (request, reply) => {
    reply
      .headers({
        "content-security-policy": pagePolicy,
        "cache-control": "no-cache",
        vary: "accept-encoding",
      })
      .type("text/html; charset=utf-8");
    const isCompressed = String(request.headers["accept-encoding"] ?? "").includes("gzip");
    return isCompressed ? reply.header("content-encoding", "gzip").send(compressed) : reply.send(page);
  });
  for (const [url, [path, contentType]] of Object.entries(files)) {
    const file = readFileSync(new URL(path, packageFolder));
    app.get(url, (_request, reply) =>
      reply
        .headers({ "cache-control": "max-age=3600", "x-content-type-options": "nosniff" })
        .type(contentType)
        .send(file),
    );
  }
  app.register(async (explorer) => {
    explorer.addHook("onSend", async (_request, reply) => {
      reply.header("content-security-policy", explorerPolicy);
    });
    await explorer.register(apiReference, {
      routePrefix: "/docs/explorer",
      configuration: {
        url: "/openapi.json",
        pageTitle: "Mintwright API explorer",
        withDefaultFonts: false,
        telemetry: false,
        showDeveloperTools: "never",
        hideClientButton: true,
        agent: { disabled: true },
        mcp: { disabled: true },
        authentication: { preferredSecurityScheme: "apiKey" },
        defaultOpenAllTags: true,
        customCss:
          ":root { --scalar-color-accent: oklch(0.45 0.09 165); --scalar-font: system-ui, sans-serif; }",
      },
    });
  });
}
