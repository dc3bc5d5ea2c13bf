import { readFileSync } from "node:fs";
import type { FastifyInstance } from "fastify";
import { packageFolder } from "../../platform/package-folder.ts";

const folder = new URL("pages/sandbox/", packageFolder);

const files = {
  "/": ["index.html", "text/html; charset=utf-8"],
  "/sandbox/page.css": ["page.css", "text/css; charset=utf-8"],
  "/sandbox/page.js": ["page.js", "text/javascript; charset=utf-8"],
} as const;

/** The page loads nothing from elsewhere, runs no inline code and cannot be framed. */
const headers = {
  "content-security-policy":
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; font-src 'self'; connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
  "x-content-type-options": "nosniff",
  "cache-control": "no-cache",
};

export function registerSandboxPage(app: FastifyInstance): void {
  for (const [url, [name, contentType]] of Object.entries(files)) {
    const file = readFileSync(new URL(name, folder));
    app.get(url, (_request, reply) => reply.headers(headers).type(contentType).send(file));
  }
}
