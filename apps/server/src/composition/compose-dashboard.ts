import type { Operations } from "@mintwright/api-contract";
import { dashboardApiPath } from "@mintwright/api-contract/dashboard";
import type { FastifyInstance } from "fastify";
import type { Config, DashboardConfig } from "../config/index.ts";
import {
  registerAccountRoutes,
  registerDashboardCreditsRoutes,
  registerKeyRoutes,
} from "../features/dashboard/index.ts";
import { createAuth, createSignInService, registerSignInRoutes } from "../features/sign-in/index.ts";
import { registerDashboardPages } from "../http/dashboard-pages.ts";
import { createDashboardServer, guardDashboardApi } from "../http/dashboard-server.ts";
import { buildMailer } from "./build-mailer.ts";
import type { Platform } from "./compose-platform.ts";

/** Builds the dashboard: its pages, its sign-in and its API. */
export async function composeDashboard(
  app: FastifyInstance,
  config: Config,
  { secret, publicUrl }: DashboardConfig,
  { database, logger }: Platform,
  operations: Operations,
): Promise<void> {
  const mailer = buildMailer(config);
  app.addHook("onClose", async () => mailer.close());
  const auth = await createAuth({ database, mailer, logger, publicUrl, secret });
  const signIn = createSignInService(database, auth);
  await app.register(registerDashboardPages);
  await app.register(
    async (api) => {
      guardDashboardApi(api, publicUrl);
      registerSignInRoutes(api, { auth, database, publicUrl });
      const serve = createDashboardServer(api, { signIn, logger });
      registerAccountRoutes(serve, { database, signIn });
      registerDashboardCreditsRoutes(serve, database);
      registerKeyRoutes(serve, { database, cell: config.cell, operations });
    },
    { prefix: dashboardApiPath },
  );
}
