import { createHash } from "node:crypto";
import { existsSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import fastifyStatic from "@fastify/static";
import { dashboardApiPath } from "@mintwright/api-contract/dashboard-paths";
import type { FastifyInstance } from "fastify";
import { AppError } from "../platform/errors.ts";
import { packageFolder } from "../platform/package-folder.ts";

const folder = fileURLToPath(new URL("dashboard/", packageFolder));

// Only scripts built by this server run; the inline script that applies the theme is allowed by its hash. Inline styles are
// allowed because charts and floating menus position themselves with style attributes.
const writePolicy = (page: string) =>
  [
    "default-src 'none'",
    `script-src 'self' ${hashInlineScripts(page).join(" ")}`,
    "style-src 'self' 'unsafe-inline'",
    "img-src 'self' data: blob:",
    "font-src 'self'",
    "connect-src 'self'",
    "base-uri 'none'",
    "form-action 'self'",
    "frame-ancestors 'none'",
  ].join("; ");

function hashInlineScripts(page: string): string[] {
  const texts = page.split("<script>").slice(1);
  return texts.map((text) => {
    const [script = ""] = text.split("</script>", 1);
    return `'sha256-${createHash("sha256").update(script).digest("base64")}'`;
  });
}

/** What every page asks for first. The browser fetches it while it still loads the scripts. */
const firstRequests = ["/session", "/credits"]
  .map((path) => `<${dashboardApiPath}${path}>; rel=preload; as=fetch; crossorigin`)
  .join(", ");

/** Serves the built dashboard: hashed assets are cached forever, the HTML is always revalidated. */
export async function registerDashboardPages(app: FastifyInstance): Promise<void> {
  if (!existsSync(`${folder}index.html`)) {
    throw new Error("The dashboard is not built. Run `npm run build` first.");
  }
  const policy = writePolicy(readFileSync(`${folder}index.html`, "utf8"));
  app.addHook("onSend", async (_request, reply) => {
    reply.header("content-security-policy", policy);
    reply.header("x-content-type-options", "nosniff");
    reply.header("referrer-policy", "same-origin");
    reply.header("cross-origin-opener-policy", "same-origin");
  });
  await app.register(fastifyStatic, {
    root: `${folder}assets`,
    prefix: "/dashboard/assets/",
    immutable: true,
    maxAge: "365d",
    index: false,
    decorateReply: true,
    preCompressed: true,
  });
  const sendPage = { config: { operationId: "dashboard" }, exposeHeadRoute: true };
  for (const url of ["/dashboard", "/dashboard/*"]) {
    app.get(url, sendPage, (request, reply) => {
      if (request.url.startsWith("/dashboard/api/")) {
        throw new AppError("not_found", "This dashboard route does not exist. Reload the page.");
      }
      if (/^\/dashboard\/(?:shared|claim)\//.test(request.url)) {
        reply.header("x-robots-tag", "noindex, nofollow");
      } else if (request.headers.cookie?.includes("session_token=")) {
        reply.header("link", firstRequests);
      }
      return reply
        .header("cache-control", "no-cache")
        .sendFile("index.html", folder, { cacheControl: false });
    });
  }
}
