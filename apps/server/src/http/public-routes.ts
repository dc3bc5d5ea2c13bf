import type { Operations } from "@mintwright/api-contract";
import { createOpenApiDocument } from "@mintwright/api-contract/openapi";
import type { FastifyInstance } from "fastify";
import { AppError, ServiceUnavailableError } from "../platform/errors.ts";
import { toRoutePath } from "../serving/operation-context.ts";
import { registerGuide } from "./guide-pages.ts";
import { registerReference } from "./reference/reference.routes.ts";
import type { ReferenceDocument } from "./reference/write-reference.ts";

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
  registerReference(app, JSON.parse(document) as ReferenceDocument);
  registerGuide(app);
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
