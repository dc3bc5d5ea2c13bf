import type { Operations } from "@mintwright/api-contract";
import { createOpenApiDocument } from "@mintwright/api-contract/openapi";
import apiReference from "@scalar/fastify-api-reference";
import type { FastifyInstance } from "fastify";
import { AppError, ServiceUnavailableError } from "../platform/errors.ts";
import { toRoutePath } from "./request-input.ts";

// The page must work where nothing but this server can be reached, and must not tell others who reads it.
const docsPolicy = [
  "default-src 'self'",
  "script-src 'self' 'unsafe-inline'",
  "style-src 'self' 'unsafe-inline'",
  "img-src 'self' data: blob:",
  "font-src 'self' data:",
].join("; ");

/** Serves health: is the process alive, can it serve. */
export function registerHealthRoutes(
  app: FastifyInstance,
  operations: Operations,
  findUnreadiness: () => Promise<string | undefined>,
): void {
  const { getLiveness, getReadiness } = operations;
  app.get(getLiveness.path, { config: { operationId: getLiveness.id } }, async () => ({ status: "live" }));
  app.get(getReadiness.path, { config: { operationId: getReadiness.id } }, async () => {
    const reason = await findUnreadiness();
    if (reason) throw new ServiceUnavailableError(reason);
    return { status: "ready" };
  });
}

/** Serves the OpenAPI document and the reference page that is made of it. */
export function registerDocumentation(app: FastifyInstance, operations: Operations, version: string): void {
  const document = JSON.stringify(createOpenApiDocument(operations, version));
  app.get("/openapi.json", (_request, reply) => reply.type("application/json; charset=utf-8").send(document));
  app.register(async (docs) => {
    docs.addHook("onSend", async (_request, reply) => {
      reply.header("content-security-policy", docsPolicy);
    });
    await docs.register(apiReference, {
      routePrefix: "/docs",
      configuration: {
        url: "/openapi.json",
        pageTitle: "Mintwright API",
        withDefaultFonts: false,
        telemetry: false,
        showDeveloperTools: "never",
        hideClientButton: true,
        agent: { disabled: true },
        mcp: { disabled: true },
        authentication: { preferredSecurityScheme: "apiKey" },
        defaultOpenAllTags: true,
        // The product's neutral scale and its one accent.
        customCss:
          ":root { --scalar-color-accent: oklch(0.45 0.09 165); --scalar-font: system-ui, sans-serif; }",
      },
    });
  });
}

/** Answers 405 and the allowed methods where a path of the API exists for other methods. */
export function registerMethodGuards(app: FastifyInstance, operations: Operations): void {
  const methods = ["GET", "POST", "PUT", "PATCH", "DELETE", "OPTIONS"] as const;
  const byPath = Map.groupBy(Object.values(operations), (operation) => operation.path as string);
  for (const [path, served] of byPath) {
    const allowed: string[] = served.map(({ method }) => method);
    const url = toRoutePath(path);
    app.route({
      method: methods.filter((method) => !app.hasRoute({ method, url })),
      url,
      handler: (_request, reply) => {
        reply.header("allow", allowed.join(", "));
        throw new AppError("method_not_allowed", `${path} answers to ${allowed.join(" and ")}.`);
      },
    });
  }
}

/** Says what is missing where the dashboard would be. */
export function registerMissingDashboard(app: FastifyInstance): void {
  for (const url of ["/dashboard", "/dashboard/*"]) {
    app.get(url, { config: { operationId: "dashboard" } }, () => {
      throw new AppError(
        "not_found",
        "The dashboard is off. Its operator can serve it by setting DASHBOARD_SECRET and PUBLIC_URL.",
      );
    });
  }
}
