import { createHash } from "node:crypto";
import { existsSync, globSync, readFileSync } from "node:fs";
import { extname } from "node:path";
import { fileURLToPath } from "node:url";
import { gzipSync } from "node:zlib";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { AppError } from "../platform/errors.ts";
import { packageFolder } from "../platform/package-folder.ts";

const folder = fileURLToPath(new URL("guide/", packageFolder));
const prefix = "/guide/";

const textTypes: Record<string, string> = {
  ".html": "text/html; charset=utf-8",
  ".css": "text/css; charset=utf-8",
  ".js": "text/javascript; charset=utf-8",
  ".json": "application/json; charset=utf-8",
  ".svg": "image/svg+xml",
  ".txt": "text/plain; charset=utf-8",
};
const binaryTypes: Record<string, string> = {
  ".png": "image/png",
  ".webp": "image/webp",
  ".woff2": "font/woff2",
};

// The search runs WebAssembly. Inline styles colour the code blocks and the diagrams.
const writePolicy = (scriptHashes: readonly string[]) =>
  [
    "default-src 'none'",
    `script-src 'self' 'wasm-unsafe-eval' ${scriptHashes.map((hash) => `'sha256-${hash}'`).join(" ")}`,
    "style-src 'self' 'unsafe-inline'",
    "img-src 'self' data:",
    "font-src 'self'",
    "connect-src 'self'",
    "worker-src 'self'",
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'none'",
  ].join("; ");

interface GuideFile {
  body: Buffer;
  compressed?: Buffer;
  type: string;
  etag: string;
  caching: string;
}

/** Serves the documentation site that `npm run docs:build` writes: hashed assets are cached forever, pages are revalidated. */
export function registerGuide(app: FastifyInstance): void {
  const route = { config: { operationId: "guide" } };
  if (!existsSync(folder)) {
    for (const url of ["/guide", "/guide/*"]) {
      app.get(url, route, () => {
        throw new AppError("not_found", "The guide is not built. Run `npm run docs:build` first.");
      });
    }
    return;
  }
  const paths = new Set(globSync("**/*.*", { cwd: folder }));
  const policy = writePolicy(JSON.parse(readFileSync(`${folder}script-hashes.json`, "utf8")));
  const files = new Map<string, GuideFile>();
  const readGuideFile = (path: string): GuideFile => {
    const known = files.get(path);
    if (known) return known;
    const file = loadFile(path);
    files.set(path, file);
    return file;
  };
  app.get("/guide", route, (_request, reply) => reply.redirect(prefix, 301));
  app.get("/guide/*", route, (request, reply) => {
    reply.headers({
      "content-security-policy": policy,
      "x-content-type-options": "nosniff",
      "referrer-policy": "same-origin",
    });
    const [url = ""] = request.url.slice(prefix.length).split("?", 1);
    const path = url === "" || url.endsWith("/") ? `${url}index.html` : url;
    if (paths.has(path)) return sendFile(request, reply, readGuideFile(path));
    if (paths.has(`${path}/index.html`)) return reply.redirect(`${prefix}${path}/`, 301);
    return sendFile(request, reply.status(404), readGuideFile("404.html"));
  });
}

function loadFile(path: string): GuideFile {
  const body = readFileSync(`${folder}${path}`);
  const textType = textTypes[extname(path)];
  return {
    body,
    ...(textType && { compressed: gzipSync(body) }),
    type: textType ?? binaryTypes[extname(path)] ?? "application/octet-stream",
    etag: `"${createHash("sha256").update(body).digest("base64url").slice(0, 22)}"`,
    caching: path.startsWith("_astro/") ? "public, max-age=31536000, immutable" : "no-cache",
  };
}

function sendFile(request: FastifyRequest, reply: FastifyReply, file: GuideFile): FastifyReply {
  reply.headers({ "cache-control": file.caching, etag: file.etag, vary: "accept-encoding" }).type(file.type);
  if (reply.statusCode === 200 && request.headers["if-none-match"] === file.etag)
    return reply.status(304).send();
  const isCompressed = String(request.headers["accept-encoding"] ?? "").includes("gzip");
  return isCompressed && file.compressed
    ? reply.header("content-encoding", "gzip").send(file.compressed)
    : reply.send(file.body);
}
