import { existsSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import fastifyStatic from "@fastify/static";
import type { FastifyInstance } from "fastify";
import { AppError } from "../platform/errors.ts";
import { packageFolder } from "../platform/package-folder.ts";

const folder = fileURLToPath(new URL("guide/", packageFolder));

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
  const policy = writePolicy(JSON.parse(readFileSync(`${folder}script-hashes.json`, "utf8")));
  app.get("/guide", route, (_request, reply) => reply.redirect("/guide/", 301));
  app.register(
    async (guide) => {
      guide.addHook("onRoute", (served) => {
        served.config = route.config;
      });
      guide.addHook("onSend", async (_request, reply) => {
        reply.header("content-security-policy", policy);
        reply.header("x-content-type-options", "nosniff");
        reply.header("referrer-policy", "same-origin");
      });
      await guide.register(fastifyStatic, {
        root: folder,
        redirect: true,
        preCompressed: true,
        cacheControl: false,
        setHeaders(reply, path) {
          const isHashed = path.startsWith(`${folder}_astro/`);
          reply.header("cache-control", isHashed ? "public, max-age=31536000, immutable" : "no-cache");
        },
      });
      guide.setNotFoundHandler((_request, reply) => reply.status(404).sendFile("404.html"));
    },
    { prefix: "/guide" },
  );
}
