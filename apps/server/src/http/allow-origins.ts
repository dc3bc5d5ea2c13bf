import type { IncomingMessage } from "node:http";
import cors, { type FastifyCorsOptionsDelegateCallback } from "@fastify/cors";
import { exposedHeaderNames } from "@mintwright/api-contract";
import type { FastifyInstance, FastifyRequest } from "fastify";

const settings = {
  methods: ["GET", "HEAD", "POST", "PUT", "PATCH", "DELETE"],
  exposedHeaders: [...exposedHeaderNames],
  // How long a browser need not ask again; the longest that all of them keep to.
  maxAge: 600,
};

/** Whether a browser asks if a page may call, which is no call. */
function isPreflight({ method, headers }: FastifyRequest): boolean {
  return (
    method === "OPTIONS" &&
    headers.origin !== undefined &&
    headers["access-control-request-method"] !== undefined
  );
}

/**
 * Lets pages of other origins call the routes that are registered after it. Cookies are not let through: a page
 * brings a key, and what takes a session is not served here.
 */
export async function allowOrigins(
  app: FastifyInstance,
  origins: readonly string[] | ((request: IncomingMessage) => boolean),
): Promise<void> {
  if (origins.length === 0) return;
  const findAllowed = ({ url, raw, headers: { origin } }: FastifyRequest) => {
    // The plugin's one route for questions covers every path, those of the dashboard too.
    if (url.startsWith("/dashboard")) return false;
    if (typeof origins === "function") return origin !== undefined && origins(raw) && origin;
    if (origins.includes("*")) return "*";
    return origin !== undefined && origins.includes(origin) && origin;
  };
  const delegator: FastifyCorsOptionsDelegateCallback = (request, answer) => {
    answer(null, { ...settings, origin: findAllowed(request), preflight: isPreflight(request) });
  };
  await app.register(cors, { delegator });
}
