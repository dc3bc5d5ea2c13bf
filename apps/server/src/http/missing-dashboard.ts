import type { FastifyInstance } from "fastify";
import { AppError } from "../platform/errors.ts";

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
