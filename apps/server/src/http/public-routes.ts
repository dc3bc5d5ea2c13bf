import type { Operations } from "@mintwright/api-contract";
import { createOpenApiDocument } from "@mintwright/api-contract/openapi";
import apiReference from "@scalar/fastify-api-reference";
import type { FastifyInstance } from "fastify";
import { AppError, ServiceUnavailableError } from "../platform/errors.ts";
import { toRoutePath } from "../serving/operation-context.ts";

// No outside resources: the page must work offline, and must not reveal its readers to others.
const docsPolicy = [
  "default-src 'self'",
  "script-src 'self' 'unsafe-inline'",
  "style-src 'self' 'unsafe-inline'",
  "img-src 'self' data: blob:",
  "font-src 'self' data:",
].join("; ");

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
        customCss:
          ":root { --scalar-color-accent: oklch(0.45 0.09 165); --scalar-font: system-ui, sans-serif; }",
      },
    });
  });
}

/** Answers 405 with the allowed methods where a path exists for other methods. */
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
        throw new AppError("method_not_allowed", `${path} accepts ${allowed.join(" and ")} only.`);
      },
    });
  }
}

export function registerMissingDashboard(app: FastifyInstance): void {
  for (const url of ["/dashboard", "/dashboard/*"]) {
    app.get(url, { config: { operationId: "dashboard" } }, () => {
      throw new AppError(
        "not_found",
        "The dashboard is disabled. To enable it, the operator sets DASHBOARD_SECRET and PUBLIC_URL.",
      );
    });
  }
}
