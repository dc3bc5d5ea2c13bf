import type { IncomingMessage } from "node:http";
import cors, { type FastifyCorsOptionsDelegateCallback } from "@fastify/cors";
import { exposedHeaderNames } from "@mintwright/api-contract";
import type { FastifyInstance, FastifyRequest } from "fastify";

const settings = {
  methods: ["GET", "HEAD", "POST", "PUT", "PATCH", "DELETE"],
  exposedHeaders: [...exposedHeaderNames],
  // Seconds for which a browser may cache a preflight: the longest that all browsers honour.
  maxAge: 600,
};

function isPreflight({ method, headers }: FastifyRequest): boolean {
  return (
    method === "OPTIONS" &&
    headers.origin !== undefined &&
    headers["access-control-request-method"] !== undefined
  );
}

/**
 * Enables CORS for the routes registered after it. Credentials are not allowed: cross-origin callers send an API key, and
 * routes that use the session cookie are not registered here.
 */
export async function allowOrigins(
  app: FastifyInstance,
  origins: readonly string[] | ((request: IncomingMessage) => boolean),
): Promise<void> {
  if (origins.length === 0) return;
  const findAllowed = ({ url, raw, headers: { origin } }: FastifyRequest) => {
    // The plugin's preflight route covers every path, including the dashboard's.
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
